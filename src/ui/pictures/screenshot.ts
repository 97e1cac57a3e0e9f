/** A picture of an application at work. */
export type Screenshot = {
  src: string;
  srcSet?: string;
  /** Pixels of the picture, so that space in its aspect ratio is reserved before it loads. */
  width: number;
  height: number;
  /** What is on it, or "Screenshot 1 of 4". */
  alt: string;
};

/** Labels of the large view. */
export type LightboxLabels = {
  close: string;
  previous: string;
  next: string;
  /** Label of the picture itself, which is enlarged when pressed. */
  zoom: string;
  /** "2 of 4", counted from 1. */
  position: (values: { position: number; total: number }) => string;
};
