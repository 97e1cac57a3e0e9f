export { enableIfCompliant } from './check.ts';
export { findOverdueSince } from './overdue.ts';
export { listPeopleWithDeadlines, listUsableDevices } from './store.ts';
