export { findReviewById } from './store.ts';
