export { findInspection as inspectionOf } from './store.ts';
