export { isAdmitted as isLetIn, selectAdmitted as letIn } from './admission.ts';
export {
  assertApplicationTerms,
  listApplicationsNotAccepted as applicationsNotAccepted,
} from './applications.ts';
