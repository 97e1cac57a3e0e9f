export { complied } from './check.ts';
export { deleteNote as forgetNotice } from './store.ts';
