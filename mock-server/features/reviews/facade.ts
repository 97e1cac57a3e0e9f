export { findReviewById, type ReviewRow } from './store.ts';
