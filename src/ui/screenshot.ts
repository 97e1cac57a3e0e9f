/** A picture of an application at work. */
export type Screenshot = {
  src: string;
  srcSet?: string;
  /** Pixels of the picture: its place is kept free at its own ratio. */
  width: number;
  height: number;
  /** What is on it, or "Screenshot 1 of 4". */
  alt: string;
};

/** Words of the large view. */
export type LightboxLabels = {
  close: string;
  previous: string;
  next: string;
  /** Said of the picture itself: pressing it enlarges it. */
  zoom: string;
  /** "2 of 4", counted from 1. */
  position: (at: number, of: number) => string;
};
