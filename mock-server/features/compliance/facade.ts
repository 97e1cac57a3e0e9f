export { complied } from './check.ts';
export { overdue } from './overdue.ts';
export { concerned, deleteNote as forgetNotice, devicesOf } from './store.ts';
