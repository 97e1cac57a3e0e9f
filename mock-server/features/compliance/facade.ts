export { enableIfCompliant as complied } from './check.ts';
export { findOverdue as overdue } from './overdue.ts';
export { listCandidates as concerned, listDevices as devicesOf } from './store.ts';
