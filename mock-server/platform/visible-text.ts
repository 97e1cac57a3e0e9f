/** A character that people see: no space, no control or format character, none that is drawn as nothing, and not the empty Braille pattern. */
const visible = /[^\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** Whether people see anything of a text. */
export const isVisible = (text: string): boolean => visible.test(text);
