export { applicationsNotAccepted, assertApplicationTerms } from './applications.ts';
export { assertTermsAccepted } from './assert-accepted.ts';
export { isLetIn, letIn } from './let-in.ts';
export { unacceptedTerms, unacceptedTermsOf } from './unaccepted-store.ts';
