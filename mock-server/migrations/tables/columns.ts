/** 0 or 1. */
export type Flag = 0 | 1;
/** UTC in ISO 8601 with milliseconds (`…Z`), which sorts as text. */
export type Moment = string;
/** Text, read and written by the feature that owns the column. */
export type Json = string;
