export { applicationsNotAccepted, assertApplicationTerms } from './applications.ts';
export { termsGate } from './gate.ts';
