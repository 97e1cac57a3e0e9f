export { findInspection } from './store.ts';
