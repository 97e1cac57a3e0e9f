export { inspectionOf } from './store.ts';
