export { hasAcceptedTerms, selectPeopleWhoAccepted } from './admission.ts';
export {
  assertApplicationTerms,
  listApplicationsNotAccepted,
} from './applications.ts';
