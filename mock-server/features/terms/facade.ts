export { applicationsNotAccepted, assertApplicationTerms } from './applications.ts';
export { termsGate } from './gate.ts';
export { isLetIn, letIn } from './let-in.ts';
