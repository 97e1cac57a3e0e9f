/** The icon of a hybrid application that has none: a window with a globe; document 2, Hybrid object. */
export const genericIcon =
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="512" height="512" viewBox="0 0 512 512">
  <rect width="512" height="512" rx="112" fill="#3b5b7e"/>
  <g fill="none" stroke="#fff" stroke-width="20" stroke-linecap="round">
    <circle cx="256" cy="256" r="136"/>
    <ellipse cx="256" cy="256" rx="60" ry="136"/>
    <path d="M120 256h272M138 192h236M138 320h236"/>
  </g>
</svg>`);
