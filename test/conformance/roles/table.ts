/**
 * Who may do what, written by hand from the documents: document 1, Roles and Authentication (and the context beside each
 * operation of all three), and for what they leave open the outline "App Manager: publishing area; User Manager: users
 * and groups; Limited User Manager: users of own groups; Developer: publishing to own groups". It is never derived from
 * the contract: it is what the contract is held against.
 *
 * - `yes`: let through in the caller's own organization; `no`: error code 11; `401`: not signed in.
 * - elsewhere: what the same call does in another organization, see `places.ts`.
 * - within: what narrows a role that is let through, see `contract/common/role-limits.ts`; `-` is nothing.
 */
const text = `
operation                 nobody user limited people developer apps admin elsewhere within

authenticateUser          yes    yes  yes     yes    yes       yes  yes   open      -
authenticateUserV1        yes    yes  yes     yes    yes       yes  yes   open      -
createApiToken            401    yes  yes     yes    yes       yes  yes   below     self
listApiTokens             401    yes  yes     yes    yes       yes  yes   below     self
deleteApiToken            401    no   no      no     no        no   yes   below     -
extendSession             401    no   no      no     no        no   yes   below     -
readSession               401    no   no      no     no        no   yes   below     -
endSession                401    yes  yes     yes    yes       yes  yes   below     -
changePassword            yes    yes  yes     yes    yes       yes  yes   open      -
changeOwnPassword         401    yes  yes     yes    yes       yes  yes   below     -
readInvitation            yes    yes  yes     yes    yes       yes  yes   open      -
acceptInvitation          yes    yes  yes     yes    yes       yes  yes   open      -
requestPasswordReset      yes    yes  yes     yes    yes       yes  yes   open      -
listSessions              401    yes  yes     yes    yes       yes  yes   below     -
renameSession             401    yes  yes     yes    yes       yes  yes   below     -
endOwnSession             401    yes  yes     yes    yes       yes  yes   below     -
endOtherSessions          401    yes  yes     yes    yes       yes  yes   below     -
listSessionsOfUser        401    no   no      no     no        no   yes   below     -
endSessionsOfUser         401    no   no      no     no        no   yes   below     -
endSessionOfUser          401    no   no      no     no        no   yes   below     -
createToken               401    yes  yes     yes    yes       yes  yes   below     self
readSecurity              401    no   no      no     no        no   yes   below     -
updateSecurity            401    no   no      no     no        no   yes   below     -

addUser                   401    no   yes     yes    no        no   yes   below     lesser_roles,own_groups
readUser                  401    no   yes     yes    no        no   yes   below     own_users
deleteUser                401    no   yes     yes    no        no   yes   below     lesser_roles,own_users
deleteUsers               401    no   yes     yes    no        no   yes   below     lesser_roles,own_users
listUsers                 401    no   yes     yes    no        no   yes   below     own_users
listUsersV1               401    no   yes     yes    no        no   yes   below     own_users
readCaller                401    yes  yes     yes    yes       yes  yes   below     -
updateUser                401    no   yes     yes    no        no   yes   below     lesser_roles,own_users

listGroups                401    no   yes     yes    yes       yes  yes   below     own_groups
addGroup                  401    no   no      yes    no        no   yes   below     no_applications
updateGroup               401    no   no      yes    no        no   yes   below     -
deleteGroup               401    no   no      yes    no        no   yes   below     -
addGroupApplications      401    no   no      no     no        yes  yes   below     -
removeGroupApplications   401    no   no      no     no        yes  yes   below     -
addGroupUsers             401    no   yes     yes    no        no   yes   below     own_groups,own_users
removeGroupUsers          401    no   yes     yes    no        no   yes   below     own_groups,own_users
addUserToGroups           401    no   yes     yes    no        no   yes   below     own_groups,own_users
listGroupApplications     401    no   no      no     yes       yes  yes   below     own_groups
listGroupUsers            401    no   yes     yes    no        no   yes   below     own_groups
listApplicationGroups     401    no   no      no     yes       yes  yes   below     own_applications,own_groups

listOrganizations         401    yes  yes     yes    yes       yes  yes   below     own_organization
readOrganization          401    yes  yes     yes    yes       yes  yes   below     own_organization
updateOrganization        401    no   no      no     no        no   yes   below     -
addOrganization           401    no   no      no     no        no   yes   child     -
readBranding              yes    yes  yes     yes    yes       yes  yes   open      -

addApplication            401    no   no      no     yes       yes  yes   below     own_groups
createUpload              401    no   no      no     yes       yes  yes   below     -
readUpload                401    no   no      no     yes       yes  yes   below     -
appendUpload              401    no   no      no     yes       yes  yes   below     -
deleteUpload              401    no   no      no     yes       yes  yes   below     -
addVersion                401    no   no      no     yes       yes  yes   below     own_applications
publishApplication        401    no   no      no     yes       yes  yes   below     own_groups,own_applications
updateApplication         401    no   no      no     yes       yes  yes   below     own_applications
updateApplicationV1       401    no   no      no     yes       yes  yes   below     own_applications
readApplication           401    no   no      no     yes       yes  yes   below     own_applications
readApplicationV1         401    no   no      no     yes       yes  yes   below     own_applications
deleteApplication         401    no   no      no     yes       yes  yes   below     own_applications
listApplicationsV1        401    no   no      no     yes       yes  yes   below     own_applications
listApplications          401    no   no      no     yes       yes  yes   below     own_applications
listUserApplications      401    yes  yes     yes    yes       yes  yes   below     own_catalog
listAppCatalogs           401    no   no      no     yes       yes  yes   below     own_applications
listVersions              401    no   no      no     yes       yes  yes   below     own_applications
listVersionsV3            401    no   no      no     yes       yes  yes   below     own_applications
readVersion               401    no   no      no     yes       yes  yes   below     own_applications
updateVersion             401    no   no      no     yes       yes  yes   below     own_applications
setDeadline               401    no   no      no     yes       yes  yes   below     own_applications
readApplicationStats      401    no   no      no     yes       yes  yes   below     own_applications
listRelatedMedia          401    no   no      no     yes       yes  yes   below     own_applications
listScreenshots           401    no   no      no     yes       yes  yes   below     own_applications
setPhoneScreenshot        401    no   no      no     yes       yes  yes   below     own_applications
deletePhoneScreenshot     401    no   no      no     yes       yes  yes   below     own_applications
setTabletScreenshot       401    no   no      no     yes       yes  yes   below     own_applications
deleteTabletScreenshot    401    no   no      no     yes       yes  yes   below     own_applications
setIcon                   401    no   no      no     yes       yes  yes   below     own_applications
setBanner                 401    no   no      no     yes       yes  yes   below     own_applications
deleteBanner              401    no   no      no     yes       yes  yes   below     own_applications

listCredentials           401    yes  yes     yes    yes       yes  yes   below     -
addCredentials            401    no   no      no     yes       yes  yes   below     -
deleteCredentials         401    no   no      no     yes       yes  yes   below     -
signApplication           401    no   no      no     no        no   yes   below     -

sendApplicationMessage    401    no   no      no     no        no   yes   below     -
sendUpdateNotice          401    no   no      no     no        no   yes   below     -
sendGroupMessage          401    no   no      no     no        no   yes   below     -
listNotifications         401    no   no      no     no        no   yes   below     -
readPushProviders         401    no   no      no     no        no   yes   below     -
setPushProviders          401    no   no      no     no        no   yes   below     -
listWebhooks              401    no   no      no     no        no   yes   below     -
addWebhook                401    no   no      no     no        no   yes   below     -
updateWebhook             401    no   no      no     no        no   yes   below     -
deleteWebhook             401    no   no      no     no        no   yes   below     -
listDeliveries            401    no   no      no     no        no   yes   below     -
resendDelivery            401    no   no      no     no        no   yes   below     -
listMessages              401    yes  yes     yes    yes       yes  yes   device    self
readMessages              401    yes  yes     yes    yes       yes  yes   device    self
readWebPush               401    yes  yes     yes    yes       yes  yes   device    self
setWebPush                401    yes  yes     yes    yes       yes  yes   device    self
endWebPush                401    yes  yes     yes    yes       yes  yes   device    self
tellLocation              401    yes  yes     yes    yes       yes  yes   device    self
sendSupportReport         401    yes  yes     yes    yes       yes  yes   device    self
listSupportReports        401    no   no      no     no        no   yes   below     -
deferApplication          401    yes  yes     yes    yes       yes  yes   device    self
listDeferrals             401    no   no      no     no        no   yes   below     -
readHelp                  401    yes  yes     yes    yes       yes  yes   device    self
replyToReview             401    no   no      no     yes       yes  yes   below     own_applications

listCategories            401    no   no      no     yes       yes  yes   below     -
setApplicationCategories  401    no   no      no     yes       yes  yes   below     own_applications

authenticateCatalog       yes    yes  yes     yes    yes       yes  yes   open      -
listCatalog               401    yes  yes     yes    yes       yes  yes   device    own_catalog
readCatalogApplication    401    yes  yes     yes    yes       yes  yes   device    own_catalog
listDownloaded            401    yes  yes     yes    yes       yes  yes   device    own_catalog
listFeatured              401    yes  yes     yes    yes       yes  yes   device    own_catalog
listMandatory             401    yes  yes     yes    yes       yes  yes   device    own_catalog
listPopular               401    yes  yes     yes    yes       yes  yes   device    own_catalog
listUpdates               401    yes  yes     yes    yes       yes  yes   device    own_catalog
readCatalogVersion        401    yes  yes     yes    yes       yes  yes   device    own_catalog
listCategoryApplications  401    yes  yes     yes    yes       yes  yes   device    own_catalog
listCatalogCategories     401    yes  yes     yes    yes       yes  yes   device    own_catalog
searchCatalog             401    yes  yes     yes    yes       yes  yes   device    own_catalog
syncCatalog               401    yes  yes     yes    yes       yes  yes   device    own_catalog
catalogEvents             401    yes  yes     yes    yes       yes  yes   device    own_catalog

listInstalled             401    yes  yes     yes    yes       yes  yes   device    own_catalog
postInstalled             401    yes  yes     yes    yes       yes  yes   device    -
changeInstalled           401    yes  yes     yes    yes       yes  yes   device    -

installApplication        401    yes  yes     yes    yes       yes  yes   device    own_catalog
installAll                401    yes  yes     yes    yes       yes  yes   device    own_catalog
installMandatory          401    yes  yes     yes    yes       yes  yes   device    own_catalog
installUpdates            401    yes  yes     yes    yes       yes  yes   device    own_catalog
installVersion            401    yes  yes     yes    yes       yes  yes   device    own_catalog
directApplication         yes    yes  yes     yes    yes       yes  yes   open      direct_install
directVersion             yes    yes  yes     yes    yes       yes  yes   open      direct_install
reportOpenings            401    yes  yes     yes    yes       yes  yes   device    -
directOriginal            yes    yes  yes     yes    yes       yes  yes   open      direct_install

rateApplication           401    yes  yes     yes    yes       yes  yes   device    own_catalog
changeReview              401    yes  yes     yes    yes       yes  yes   device    own_catalog
deleteReview              401    yes  yes     yes    yes       yes  yes   device    own_catalog
listReviews               401    yes  yes     yes    yes       yes  yes   device    own_catalog
countLikes                401    yes  yes     yes    yes       yes  yes   device    own_catalog
countAllLikes             401    yes  yes     yes    yes       yes  yes   device    -

listUserDevices           401    yes  yes     yes    yes       yes  yes   below     self
listUserPairings          401    yes  yes     yes    yes       yes  yes   below     self
readPairing               401    no   no      no     no        no   yes   below     -
readPairingV1             401    no   no      no     no        no   yes   below     -
deletePairing             401    no   no      no     no        no   yes   below     -
removeOwnDevice           401    yes  yes     yes    yes       yes  yes   below     -

listPolicies              401    yes  yes     yes    yes       yes  yes   below     -
readPolicy                401    yes  yes     yes    yes       yes  yes   below     -
addPreset                 401    no   no      no     yes       yes  yes   below     -
readPreset                401    yes  yes     yes    yes       yes  yes   below     -
updatePreset              401    no   no      no     yes       yes  yes   below     -
deletePreset              401    no   no      no     yes       yes  yes   below     -
readApplicationPolicies   401    no   no      no     no        no   yes   below     -
applyPolicies             401    no   no      no     no        no   yes   below     -
removePolicies            401    no   no      no     no        no   yes   below     -
reportEvents              yes    yes  yes     yes    yes       yes  yes   open      -
listEvents                401    no   no      no     no        no   yes   below     -
readPolicyDocument        yes    yes  yes     yes    yes       yes  yes   open      -

readInspection            401    no   no      no     no        no   yes   below     -
requestInspection         401    no   no      no     no        no   yes   below     -
cancelInspection          401    no   no      no     no        no   yes   below     -
readInspectionSummary     401    no   no      no     no        no   yes   below     -
makeInspectionKey         401    no   no      no     no        no   yes   below     -
readPrivacy               401    yes  yes     yes    yes       yes  yes   device    own_catalog

listJobs                  401    no   no      no     no        no   yes   below     -
retryJob                  401    no   no      no     no        no   yes   below     -
deleteJob                 401    no   no      no     no        no   yes   below     -

listReports               401    no   no      no     no        no   yes   below     -
readReportFieldInfo       401    no   no      no     no        no   yes   below     -
readReport                401    no   no      no     no        no   yes   below     -
listFeeds                 401    no   no      no     no        no   yes   below     -
readFeedFieldInfo         401    no   no      no     no        no   yes   below     -
readFeed                  401    no   no      no     no        no   yes   below     -
listAudit                 401    no   no      no     no        no   yes   below     -
exportAudit               401    no   no      no     no        no   yes   below     -
readAuditSettings         401    no   no      no     no        no   yes   below     -
updateAuditSettings       401    no   no      no     no        no   yes   below     -

exportUser                401    yes  yes     yes    yes       yes  yes   below     self
readPrivacySettings       401    no   no      no     no        no   yes   below     -
updatePrivacySettings     401    no   no      no     no        no   yes   below     -

readTerms                 401    no   no      no     no        no   yes   below     -
setTerms                  401    no   no      no     no        no   yes   below     -
removeTerms               401    no   no      no     no        no   yes   below     -
listTermsVersions         401    no   no      no     no        no   yes   below     -
readApplicationTerms      401    no   no      no     yes       yes  yes   below     own_applications
setApplicationTerms       401    no   no      no     yes       yes  yes   below     own_applications
removeApplicationTerms    401    no   no      no     yes       yes  yes   below     own_applications
listApplicationTermsVersions 401 no   no      no     yes       yes  yes   below     own_applications
readMyTerms               401    yes  yes     yes    yes       yes  yes   device    own_catalog
readMyApplicationTerms    401    yes  yes     yes    yes       yes  yes   device    own_catalog
answerTerms               401    yes  yes     yes    yes       yes  yes   device    own_catalog

unsubscribe               yes    yes  yes     yes    yes       yes  yes   open      -
reportViolations          yes    yes  yes     yes    yes       yes  yes   open      -
`;

/** Callers by the table's words for them, with their role. */
export const callers = {
  nobody: null,
  user: 1,
  limited: 9,
  people: 7,
  developer: 8,
  apps: 6,
  admin: 5,
} as const;
export type CallerName = keyof typeof callers;
export const callerNames = Object.keys(callers) as CallerName[];

export interface Row {
  operation: string;
  /** `yes`, `no` or `401` in the own organization. */
  own: Record<CallerName, string>;
  elsewhere: string;
  within: string[];
}

const [heading, ...lines] = text
  .split('\n')
  .filter((line) => line.trim() !== '')
  .map((line) => line.split(/\s+/));

/** A line of the table by its column's name. */
function cell(line: readonly string[], column: string): string {
  const found = line[heading?.indexOf(column) ?? -1];
  if (found === undefined) throw new Error(`The line of ${line[0]} has no column ${column}.`);
  return found;
}

export const table: readonly Row[] = lines.map((line) => ({
  operation: cell(line, 'operation'),
  own: Object.fromEntries(callerNames.map((name) => [name, cell(line, name)])) as Row['own'],
  elsewhere: cell(line, 'elsewhere'),
  within: cell(line, 'within') === '-' ? [] : cell(line, 'within').split(','),
}));
