export { complied } from './check.ts';
export { overdue } from './overdue.ts';
export { concerned, devicesOf } from './store.ts';
