export { applicationsNotAccepted, assertApplicationTerms } from './applications.ts';
export { isLetIn, letIn } from './let-in.ts';
