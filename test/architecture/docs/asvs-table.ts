/**
 * The requirements of ASVS 5.0, levels 1 and 2, by their ids and in our own words: id, level, state, what it is about, how it is met or why not, and
 * the tests that hold it, `folder/file > name` below `test/`. States: `met`, at every setting; `documented`, with the settings of a new organization; `strict`, where an organization
 * sets what it takes; `part`; `no`; `operator`: by who runs the service, as docs/operating.md says.
 */
export const asvsTable = `
1.1.1 | 2 | met | text is decoded once, before it is checked | addresses, JSON and forms are decoded by one reader each, in the declared character set; what is not in it is refused | platform/http/clean-text.service > text of any characters comes back as it was
1.1.2 | 2 | met | text is escaped where it leaves | React, a tag for HTML on the service, writers of JSON, CSV, plist and mail | platform/mail > never takes a value for markup or for another placeholder
1.2.1 | 1 | met | encoding for HTML, XML and headers | the same | platform/mail > keeps what names and subjects say in their own header, whatever is in them; downloads/links.service > makes a header of visible ASCII, whatever it was
1.2.2 | 1 | met | addresses are built with encoding, safe schemes only | one function builds them; schemas allow http and https | applications/publishing/addresses.service > of any form sends a device where its writer meant; platform/outgoing/outgoing-addresses > of all addresses, only public ones pass:
1.2.3 | 1 | met | no script or JSON is put together from text | JSON by its serializer, no script is ever made | conformance/fuzz/fuzz > whatever is sent to any operation, it is answered as promised, and nobody learns of strangers
1.2.4 | 1 | met | parameters in queries | a query builder binds every value | conformance/fuzz/fuzz > whatever is sent to any operation, it is answered as promised, and nobody learns of strangers
1.2.5 | 1 | met | no commands of the system from input | workers are started with fixed arguments and an empty environment | platform/workers/pool > has nothing of the environment of the service
1.2.9 | 2 | met | no regular expressions from input | none is made from input: searches compare folded text | conformance/fuzz/fuzz > whatever is sent to any operation, it is answered as promised, and nobody learns of strangers
1.3.2 | 1 | met | no dynamic code | the linter refuses it, the page's policy too | platform/http/headers.service > a page has 130 points of the HTTP Observatory
1.3.3 | 2 | met | what goes to a dangerous place is checked and cut | file names, mail headers, log lines of browsers' reports | violations/violations.service > the log says which rule was broken where, and nothing of who was there or what they saw
1.3.4 | 2 | met | no scriptable pictures of users | SVG is no kind of picture that is taken; all are drawn anew | applications/pictures/hostile-pictures.service > a picture that is something else too is kept only as the picture
1.3.5 | 2 | met | no template languages of users | templates of mail know placeholders only | platform/mail > never takes a value for markup or for another placeholder
1.3.6 | 2 | met | requests to other servers cannot be led inside | one client, which checks each address it connects to | platform/outgoing/outgoing-addresses > of all addresses, only public ones pass:; webhooks/webhooks.service > 410 switches the webhook off; a redirect is not followed
1.3.7 | 2 | met | templates are not made from input | see 1.3.5 | platform/mail > never takes a value for markup or for another placeholder
1.3.11 | 2 | met | nothing of a mail can be injected | addresses and headers are encoded | platform/mail > takes an address for one address, whatever is in it; users/invitations.service > can’t be made to carry another header or recipient by a name
1.4.2 | 2 | met | numbers have ranges | the contract's schemas; sizes in files are checked before they are used | app-packages/formats/plist > a count beyond the bytes there are
1.5.1 | 1 | met | XML without external entities | a document type with declarations is refused, so there are none | app-packages/formats/plist > hostile lists are refused at once
1.5.2 | 2 | met | no deserialization into objects with behaviour | JSON, plist and DER become plain values | app-packages/formats/plist > a binary list that contains itself
2.1.1 | 1 | met | rules for input are documented | every field, at /docs | docs/openapi.service > has the form that OpenAPI 3.1 asks for
2.1.2 | 2 | met | rules for combinations too | docs/interface | contract/operations-page > has every documented operation
2.1.3 | 2 | met | limits are documented | docs/operating.md and the limits of each operation at /docs | docs/openapi.service > has every operation of the contract, under one name
2.2.1 | 1 | met | input is held to an expected form | schemas of the contract, on every operation | conformance/fuzz/fuzz > whatever is sent to any operation, it is answered as promised, and nobody learns of strangers
2.2.2 | 1 | met | on the service | the same | conformance/fuzz/fuzz > whatever is sent to any operation, it is answered as promised, and nobody learns of strangers
2.2.3 | 2 | met | combinations are checked | rules of the features | applications/uploads/uploads.service > with a field that is wrong keeps nothing of its files
2.3.1 | 1 | met | steps in their order | an invitation is taken once, an upload published once | users/invitations.service > is chosen by the invited person once, and they are enabled; applications/uploads/resumable.service > by two requests at once makes one application
2.3.2 | 2 | met | limits of the features hold | uploads, events, mails | users/invitations.service > is sent again five times an hour and no more; identity/password-reset.service > a person is mailed three links an hour and no more; applications/uploads/resumable-protocol.service > are limited in number and bytes, for a person and for the organization
2.3.3 | 2 | met | all or nothing | one transaction for each change | applications/uploads/uploads.service > with an icon that is none keeps not even the package
2.3.4 | 2 | met | nothing is taken twice | unique keys, row locks | users/add-user.service > of many at once who ask for one name exactly one gets it
2.4.1 | 2 | met | floods are limited | failures, mails, events, uploads, connections | platform/http/rate-limit > a flood from ever new addresses costs no more for each of them; platform/http/connections > connections from one address are limited, and free again when others end
3.2.1 | 1 | met | answers are not shown as another kind | nosniff, a policy that runs nothing, packages as attachments | platform/http/http.service > of the interface loads nothing and stands in no frame, should somebody open it as a page
3.2.2 | 1 | met | text is drawn as text | React; Trusted Types refuse HTML from text | platform/http/headers.service > a page has 130 points of the HTTP Observatory
3.4.1 | 1 | met | HSTS for a year, with subdomains | on every answer over HTTPS | platform/http/headers.service > a page has 130 points of the HTTP Observatory
3.4.2 | 1 | met | other origins by an allow list | cors_domain_whitelist of each organization | organizations/cors.service > a page of any other domain may not
3.4.3 | 2 | met | a policy with object-src and base-uri none | default-src none, own origin only | platform/http/headers.service > a page has 130 points of the HTTP Observatory
3.4.4 | 2 | met | nosniff everywhere | every answer, also to what is no HTTP | platform/http/headers.service > what is no request
3.4.5 | 2 | met | no referrer | no-referrer on pages | platform/http/headers.service > a page has 130 points of the HTTP Observatory
3.4.6 | 2 | met | frame-ancestors on every answer | none may frame | platform/http/http.service > of the interface loads nothing and stands in no frame, should somebody open it as a page
3.5.1 | 1 | met | requests from other sites | no cookies: a token in a header of its own | conformance/roles/tokens > not in the query of an operation that takes a header
3.5.2 | 1 | met | no change without a preflight | the header X-TOKEN, JSON by its type | platform/http/http.service > of a wrong content type is 415
3.5.3 | 1 | met | changes by POST, PUT, PATCH, DELETE | GET changes nothing but what downloads count | conformance/roles/matrix > every operation that changes something has left a row in the audit log, with before and after
3.5.4 | 2 | operator | one application for each host | the service has a host of its own |
3.5.5 | 2 | met | messages between pages are checked | the page hears its own service worker only | browser/push.browser > what a push service delivers reaches the catalog’s worker, which shows it, and nothing that is not ours
3.7.1 | 2 | met | no dead technology | a page and a service worker | platform/http/headers.service > a page has 130 points of the HTTP Observatory
3.7.2 | 2 | met | redirects only where they should lead | to files of ours, and to addresses that publishers entered for web applications | applications/publishing/addresses.service > of any form sends a device where its writer meant
4.1.1 | 1 | met | content types with their charset | every answer says its own | conformance/document-1/conventions.service > 3. responses are JSON, refusals too; docs/openapi.service > is a page at %s with every operation and object under an anchor
4.1.2 | 2 | met | no silent redirects to HTTPS | plain HTTP is refused | platform/http/http.service > over plain HTTP to another host is refused
4.1.3 | 2 | met | headers of proxies cannot be forged | only named proxies are believed | platform/http/proxies.service > without a proxy, forwarded addresses are not read
4.2.1 | 2 | met | no smuggling | what two servers could read differently is refused | platform/http/raw-sockets.service > a request that two servers could read as different ones is refused
5.1.1 | 2 | met | kinds and sizes of files are documented | docs/operating.md, docs/interface | contract/operations-page > has every documented operation
5.2.1 | 1 | met | sizes are limited | while they arrive | applications/uploads/uploads.service > with a file beyond the limit is refused
5.2.2 | 1 | met | content is what it says | each file is opened and read as its kind | applications/uploads/uploads.service > a file that is no package; app-packages/hostile-archives > files that are something else
5.2.3 | 2 | met | archives are measured before they are unpacked | by their directory, and again while they unpack | app-packages/hostile-archives > bombs are refused from the directory, before anything is inflated
5.3.1 | 1 | met | uploaded files are never run | kept under their hash, sent as attachments | applications/pictures/hostile-pictures.service > that is a web page too is kept only as the icon
5.3.2 | 1 | met | no paths from names of users | names of files are hashes; names in archives that lead elsewhere are refused | app-packages/hostile-archives > the name %j is refused
5.4.1 | 2 | met | downloads have a name of ours | Content-Disposition | downloads/links.service > makes a header of visible ASCII, whatever it was
5.4.2 | 2 | met | which is encoded | the same | downloads/links.service > makes a header of visible ASCII, whatever it was
5.4.3 | 2 | operator | files are scanned | CLAMAV_URL names a ClamAV daemon | applications/uploads/malware.service > and refused with the name of what was found
6.1.1 | 1 | met | defence against guessing is documented | decision 43; who can still be locked out stands in docs/security.md | identity/attempts.service > a hundred guesses at once, by every route and both processes, are no more than ten
6.1.2 | 2 | met | a documented list of words for no password | decision 51 names the words: user ID, names and address of the person, name and subdomain of the organization, the product | users/passwords.service > %s is made of what others know
6.1.3 | 2 | met | all ways to sign in are documented | docs/interface, docs/roles.md: both run through one guard | identity/attempts.service > a hundred guesses at once, by every route and both processes, are no more than ten
6.2.1 | 1 | strict | eight characters | the documents set five for users; 12 for administrators | identity/security-levels.service > have 8 characters, and of administrators 12, whatever password_complexity says
6.2.2 | 1 | met | people change their password | changePassword | identity/change-password.service > ends the other sessions, and neither this one nor API tokens
6.2.3 | 1 | strict | with the current one | a person's own way needs it always; an administrator who sets their own through PUT /v1/users needs, at strict, a sign-in of the last five minutes in its place | identity/sign-in.service > with an expired password it is asked to change it, and can; identity/security-levels.service > is asked for before passwords, addresses, tokens, roles, signing credentials and these settings; not for the rest
6.2.4 | 1 | met | common passwords are refused | the 100,000 most used ones, wherever a password is set | users/passwords.service > %s is one of the most used; users/passwords.service > is refused to an organization that has the subdomain of the demo, where the demo is not served
6.2.5 | 1 | strict | any characters | the documents forbid spaces; no kinds of characters are asked for unless an organization does | identity/security-levels.service > may have spaces, and need no kinds of characters, where the organization says so
6.2.6 | 1 | met | masked entry | type=password with a button to look | identity/sign-in-screen.client > can be filled in by a password manager, with the cursor where typing begins
6.2.7 | 1 | met | paste and password managers | fields are named for them | identity/sign-in-screen.client > can be filled in by a password manager, with the cursor where typing begins
6.2.8 | 1 | met | verified as it was typed | nothing is cut or folded | users/passwords.service > a password of 200 characters is verified whole, and needs no change however old it is
6.2.9 | 2 | met | 64 characters | 200 are allowed | users/passwords.service > a password of 200 characters is verified whole, and needs no change however old it is
6.2.10 | 2 | documented | no end without a reason | an organization may set one; none is set | users/passwords.service > a password of 200 characters is verified whole, and needs no change however old it is
6.2.11 | 2 | met | words of the context are refused | as documented for 6.1.2 | users/passwords.service > %s is made of what others know
6.2.12 | 2 | operator | breached passwords are refused | HIBP_URL names a server that knows them; the 100,000 most used of them are always refused | users/passwords.service > learns five characters of the hash, and what it knows is refused
6.3.1 | 1 | met | guessing is held up | attempts are reserved before a hash is computed | identity/attempts.service > who guesses from elsewhere
6.3.2 | 1 | met | no default accounts | the first administrator is named at the first start; the demo's accounts are of this machine only | platform/http/proxies.service > demo accounts are open to nobody
6.3.3 | 2 | no | a second factor | none yet |
6.3.4 | 2 | met | all ways are equally strong | one guard | identity/attempts.service > a hundred guesses at once, by every route and both processes, are no more than ten
6.4.1 | 1 | strict | initial passwords end | one that somebody else has set opens nothing but the choice of another, and ends unused; invitations are random, work once and end | identity/security-levels.service > that somebody else has set open nothing but the choice of another; identity/security-levels.service > that nobody has used in time end, others do not; users/invitations.service > is not chosen after the link’s time
6.4.2 | 1 | met | no secret questions | there are none | conformance/roles/matrix > every operation of the contract is in the table, and none beside them
6.4.3 | 2 | met | a forgotten password | a link by mail works once, for 30 minutes, under all rules, ends sessions, and tells nobody who has an account | identity/password-reset.service > who has forgotten their password chooses another by a link in a mail, once, and is signed out elsewhere; identity/password-reset.service > the answer is the same for everybody, and nobody is mailed who may have no link; identity/password-reset.service > a link begins with the address of the service whatever host asks, and is none of another organization’s addresses
7.1.1 | 2 | met | ends of sessions are documented | docs/interface, settings session_timeout and remember_me_timeout | conformance/document-1/authentication.service > the lifetime is the Remember Me timeout when remember_me is true, otherwise the session timeout
7.1.2 | 2 | met | how many sessions | as many as a person has devices and browsers, without a limit (operating.md says so); all are listed, and each can be ended | identity/sessions.service > pages through 10,000 sessions of one person, who signs in as before
7.2.1 | 1 | met | tokens are checked by the service | every request asks the database | conformance/roles/tokens > a token opens nothing any more
7.2.2 | 1 | met | tokens are made for a session | random, for each sign-in | conformance/document-1/api-tokens.service > one user may hold several, each works
7.2.3 | 1 | met | 128 bits of chance | 256, kept as a hash | identity/sign-in.service > are kept only as a hash
7.2.4 | 1 | part | a new token at sign-in | always new; the earlier session goes on until its person ends it, since a sign-in does not say which one it is in place of | conformance/document-1/authentication.service > identifies one user; different acting users need different tokens
7.3.1 | 2 | strict | an end without use | after a day, or as the organization sets | identity/security-levels.service > end when they are not used, those that are there too
7.3.2 | 2 | strict | an absolute end | after a week, or as the organization sets; else administrators can extend theirs for ever | identity/security-levels.service > end at their longest time, however they are extended
7.4.1 | 1 | met | an ended session is void | at once, in all processes | conformance/document-1/revocation.service > a session that its user ends is over
7.4.2 | 1 | met | with the account all sessions end | in the same transaction | conformance/document-1/revocation.service > a disabled user can not; enabled again, only by signing in again
7.4.3 | 2 | strict | other sessions end with a password | sessions at every level, API tokens at strict | identity/sessions.service > voids every session when the password changes
7.4.4 | 2 | met | a way out on every page | the account page, one tap away | identity/sign-out.client > deletes the account from this device and ends its token at the service
7.4.5 | 2 | met | administrators end sessions | of one user | identity/sessions.service > lets administrators see and end the sessions of a user, and of nobody elsewhere
7.5.1 | 2 | strict | a sign-in again before the account changes | of the last five minutes, for passwords, e-mail addresses, roles and tokens, by whomever; the own password too, unless the earlier one is given | identity/security-levels.service > is asked for before passwords, addresses, tokens, roles, signing credentials and these settings; not for the rest; identity/change-password.service > ends the other sessions, and neither this one nor API tokens
7.5.2 | 2 | part | people see and end their sessions | without the password again: who finds a stranger’s session is to lose no time | identity/sessions.service > lets a person name sessions, end one, and end all others; devices/devices-section.client > is one list, from which sessions and devices are taken after a question
8.1.1 | 1 | met | who may do what is documented | docs/roles.md, from the contract | conformance/roles/matrix > every operation of the contract is in the table, and none beside them
8.1.2 | 2 | met | fields too | docs/interface | conformance/roles/visibility > an organization’s settings in full only to administrators
8.2.1 | 1 | met | functions by role | every operation by every role | conformance/roles/matrix > what each role is told in the %s organization
8.2.2 | 1 | met | objects by permission | every identifier of another organization, named by an administrator | conformance/roles/identifiers > an identifier of the %s organization is nobody’s at home
8.2.3 | 2 | met | fields by permission | every answer has the fields of its operation's schema and no other; who may do more asks another operation | conformance/fuzz/fuzz > whatever is sent to any operation, it is answered as promised, and nobody learns of strangers
8.3.1 | 1 | met | on the service | declared by the operation, checked before its handler, and again once a form has arrived; whom it refuses has written nothing | conformance/roles/matrix > what each role is told in the %s organization; conformance/roles/matrix > no form of an address lets in whom the documented one refuses; identity/sessions.service > publishes nothing of a form whose token ended while it arrived
8.4.1 | 2 | met | organizations are apart | every query is bound to one; identifiers of others are tried, refusals compared with the database, and fuzzing compares the rows of strangers | conformance/fuzz/fuzz > whatever is sent to any operation, it is answered as promised, and nobody learns of strangers
9.1.1 | 1 | met | signed links are verified | HMAC-SHA-256 of a key for their purpose | downloads/links.service > opens with no other text
9.1.2 | 1 | met | by one algorithm | nothing in a link names one | platform/secrets > a changed signature is none
9.1.3 | 1 | met | with keys of ours | ids of our own keys only | platform/secrets > an earlier key still reads and verifies what it made, also before keys had ids
9.2.1 | 1 | met | within their time | an end in each link | downloads/links.service > says what was put into it, at its own address, until it ends
9.2.2 | 2 | met | for their purpose | the purpose is a part of what is signed | downloads/links.service > of a person is none of a direct install, nor the other way round
9.2.3 | 2 | met | for this service | keys are of one installation | platform/secrets > what was encrypted can be decrypted only for the same purpose
11.1.1 | 2 | met | keys are managed | decision 45; operating.md says how one that leaked goes altogether | platform/key-rotation.service > rotates the key of a running service, which reads everything before and after
11.1.2 | 2 | met | an inventory of cryptography | docs/asvs.md, above the table | platform/key-rotation.service > rotates the key of a running service, which reads everything before and after
11.2.1 | 2 | part | known implementations | Node's OpenSSL, @noble/ciphers for what browsers keep, argon2 of RustCrypto; what surrounds keys and signatures (PKCS#12, CMS, DER) is read and written by code of our own, on OpenSSL's functions | platform/passwords > a password is hashed by argon2id and found again; platform/secrets > a changed signature is none
11.2.2 | 2 | met | keys can be replaced | key ids in every ciphertext, keys rotate; its signatures last until it is taken out, the audit log needs none | platform/key-rotation.service > rotates the key of a running service, which reads everything before and after; audit/keys.service > is verified without the key that was lost, once the operator has accepted another
11.2.3 | 2 | part | 128 bits of security | ours have; keys that organizations store for signing are theirs, RSA of 2048 bits with Apple | platform/secrets > what was encrypted can be decrypted only for the same purpose
11.3.1 | 1 | part | no weak modes or padding | AES-GCM; PKCS#1 v1.5 only where Android and Apple demand it in signatures | platform/secrets > what was encrypted can be decrypted only for the same purpose
11.3.2 | 1 | met | approved ciphers | AES-256-GCM; XChaCha20-Poly1305 for what a shared device keeps | platform/secrets > what was encrypted can be decrypted only for the same purpose
11.3.3 | 2 | met | authenticated encryption | AES-256-GCM, bound to the purpose; XChaCha20-Poly1305 for what a shared device keeps | platform/secrets > what was encrypted can be decrypted only for the same purpose
11.4.1 | 1 | part | approved hashes | SHA-256; SHA-1 besides, in signatures of packages for systems that read no other: Android before 4.3, iOS before 9 | platform/secrets > a changed signature is none
11.4.2 | 2 | met | passwords by argon2id | 19 MiB, two passes | platform/passwords > a password is hashed by argon2id and found again
11.4.3 | 2 | met | 256 bits | SHA-256 | platform/secrets > a changed signature is none
11.4.4 | 2 | met | keys from passwords are stretched | what a shared device keeps is locked with PBKDF2 | data/accounts > has nothing readable in the database, and after the time nothing opens it but the password
11.5.1 | 2 | met | 128 bits of secure chance | tokens have 256 | identity/sign-in.service > are kept only as a hash
11.6.1 | 2 | part | approved signatures | RSA and ECDSA with SHA-256; for 11.4.1’s systems with SHA-1 | app-packages/ios/signature/sign-ipa > any change after signing is found; app-packages/android/signature/verify-apk > the signatures of real packages hold, under the schemes that their devices look at
12.1.1 | 1 | met | TLS 1.2 and 1.3 | those of Node; what is older is refused | platform/http/connections > who speaks at most %s is answered: %s
12.1.2 | 2 | met | good cipher suites | a list of our own: authenticated encryption, keys of each connection its own, strongest first | platform/http/connections > who offers %s gets the strongest that is good: %s
12.2.1 | 1 | part | only over TLS | plain HTTP is for this machine only; where the operator says so, metrics have a port of their own without TLS | platform/http/http.service > over plain HTTP to another host is refused
12.2.2 | 1 | operator | certificates that browsers trust | TLS_CERT, or the proxy |
12.3.1 | 2 | operator | TLS to the database, mail and logs too | sslmode of DATABASE_URL, smtps, AUDIT_SYSLOG; ClamAV belongs on this machine | platform/mail > asks a server elsewhere for TLS, and gives up one that has none
12.3.2 | 2 | met | certificates of others are checked | always, where TLS is spoken; for PostgreSQL as its address says (sslmode) | platform/mail > gets neither when nobody vouches for its certificate; audit/audit.service > that is silent, or whose certificate nobody trusts, holds up nobody
12.3.3 | 2 | part | TLS inside too | workers are processes of this machine that speak over pipes; syslog, ClamAV, a bucket and PostgreSQL are reached without TLS where the operator's addresses say so | platform/workers/pool > has nothing of the environment of the service
12.3.4 | 2 | operator | trusted certificates inside | NODE_EXTRA_CA_CERTS |
13.1.1 | 2 | met | what is asked of others is documented | docs/operating.md, decision 9 | platform/outgoing/outgoing-addresses > of all addresses, only public ones pass:
13.2.1 | 2 | operator | parts know each other | the database's account; workers are children of the service |
13.2.2 | 2 | part | with few rights | workers have no network and no files but theirs; the database account makes its tables | platform/workers/pool > cannot read other files of the service, nor change its own
13.2.3 | 2 | met | no default passwords | there are none | platform/config > needs nothing on loopback
13.2.4 | 2 | operator | an allow list of servers | OUTGOING_PUBLIC=false: the servers of OUTGOING_ALLOW and WEB_PUSH_ALLOW and no others; else all public ones, since stores and webhooks are anywhere | platform/outgoing/outgoing > no other server than those that are named is reached where public ones are not; platform/outgoing/outgoing-addresses > of all addresses, only public ones pass:
13.2.5 | 2 | operator | the same for the server | the same | platform/outgoing/outgoing > no other server than those that are named is reached where public ones are not
13.3.1 | 2 | operator | secrets are managed | from files, systemd credentials or a vault's files; none in the code | platform/secrets > the key is made once and readable only by its owner
13.3.2 | 2 | met | few can read them | files of the service's user; workers get none | platform/workers/pool > has nothing of the environment of the service
13.4.1 | 1 | met | no source control metadata | only the built files are served | platform/http/static-catalog.service > is the JSON error for paths below a version and for missing files, whatever the client accepts
13.4.2 | 2 | met | no debug modes | there are none; the demo refuses to serve others | platform/http/proxies.service > demo accounts are open to nobody
13.4.3 | 2 | met | no listings | there are none | platform/http/static-catalog.service > is the JSON error for paths below a version and for missing files, whatever the client accepts
13.4.4 | 2 | met | no TRACE | it does nothing | platform/http/raw-sockets.service > %s does nothing
13.4.5 | 2 | met | documentation and metrics on purpose | /docs is public on purpose; /metrics needs a token | jobs/metrics.service > tells nobody without the token, and is not there without one in the settings
14.1.1 | 2 | met | personal data is known | every table that names a person is listed | privacy/privacy.service > knows every table that names a person
14.1.2 | 2 | met | with what protects it | docs/operating.md, decisions 23, 44 and 45 | privacy/privacy.service > leaves nothing personal of a deleted user once the days of the organization are over
14.2.1 | 1 | part | no secrets in addresses | the documents demand the token in some; the service itself hands out links that end within minutes | platform/secrets > no token of an address reaches a log
14.2.2 | 2 | met | caches on the way keep nothing personal | no-store and Vary on every operation | platform/http/headers.service > an answer for a person
14.2.3 | 2 | met | nothing goes to strangers | no trackers; requests leave by one client | platform/http/headers.service > a page has 130 points of the HTTP Observatory
14.2.4 | 2 | met | as documented | see 14.1.2 | privacy/privacy.service > exports all data of a person to themself and to administrators, without secrets
14.3.1 | 1 | met | the device is cleared at the end | databases and pictures, without a network too | browser/accounts.browser > signing out removes the account’s databases and pictures from the device
14.3.2 | 2 | met | browsers keep nothing | no-store | platform/http/headers.service > the session with its token
14.3.3 | 2 | part | no personal data in the browser's storage | the catalog works without a network: it keeps the lists of its person, locked where a device is shared | data/accounts > has nothing readable in the database, and after the time nothing opens it but the password
15.1.1 | 1 | met | how soon libraries are renewed | docs/security.md | architecture/code/bill-of-materials > has a licence that is allowed for every package
15.1.2 | 2 | met | a bill of materials | CycloneDX, with every build | architecture/code/bill-of-materials > lists every package that the build takes, with its hash
15.1.3 | 2 | met | what is expensive is known | decisions 2, 25, 26, 41, 43 | platform/workers/pool > wait for their turn, and nobody’s wait for all of another’s
15.2.1 | 1 | operator | no outdated parts | docs/security.md says how soon libraries are renewed; the bill of materials of a build says which it has | architecture/code/bill-of-materials > lists every package that the build takes, with its hash
15.2.2 | 2 | met | it stays available | limits, queues with an end, turns for organizations | platform/passwords > many wait for their turn, and more than may wait are told to come back; platform/http/connections > while memory is short, requests are refused with the seconds to wait, and health is answered
15.2.3 | 2 | met | nothing extra in production | the build has neither tests nor development's packages | architecture/code/bill-of-materials > lists every package that the build takes, with its hash
15.3.1 | 1 | met | only the fields that are needed | presenters; schemas of answers allow no others | conformance/fuzz/fuzz > whatever is sent to any operation, it is answered as promised, and nobody learns of strangers
15.3.2 | 2 | met | redirects are not followed by chance | webhooks none; of stores five at most, each checked like the first address | webhooks/webhooks.service > 410 switches the webhook off; a redirect is not followed
15.3.3 | 2 | met | no mass assignment | handlers take named fields | users/change-user.service > changes every field that is sent, and no other
15.3.4 | 2 | met | addresses of clients are true | see 4.1.3 | platform/http/proxies.service > failures count for the address that the nearest proxy saw
15.3.5 | 2 | met | types are strict | TypeScript strict, schemas without conversion | architecture/code/lint > refuses a promise where a condition is asked for
15.3.6 | 2 | met | no prototype pollution | such names are refused | organizations/settings.service > a field that would change every object is refused, as JSON and in a form
15.3.7 | 2 | met | doubled parameters | a list where a text is asked for is refused | conformance/fuzz/fuzz > whatever is sent to any operation, it is answered as promised, and nobody learns of strangers
16.1.1 | 2 | met | what is logged is documented | docs/operating.md, decision 44 | audit/audit.service > tells who changed what from where, with only the fields that differ
16.2.1 | 2 | met | who, when, where, what | every row of the audit log | audit/audit.service > tells who changed what from where, with only the fields that differ
16.2.2 | 2 | operator | clocks agree, times in UTC | rows are in UTC; the clock is the machine's | audit/audit.service > exports lines of JSON, and CSV in which no formula runs
16.2.3 | 2 | met | only where it is said | stdout, the database, and the syslog server and webhooks that are named | audit/audit.service > gets every row, %s
16.2.4 | 2 | met | a common format | JSON lines, RFC 5424 | audit/audit.service > exports lines of JSON, and CSV in which no formula runs
16.2.5 | 2 | met | no secrets | they are blanked before a row is made | audit/audit.service > never holds a secret; platform/secrets > no token of an address reaches a log
16.3.1 | 2 | met | sign-ins, also refused ones | a row each; a flood from one source one a minute | audit/audit.service > records sign-ins, also refused ones, and what a role refuses; audit/audit.service > records who guesses links, sends too much, or has not signed in lately
16.3.2 | 2 | met | what a role refuses | a row each | audit/audit.service > records sign-ins, also refused ones, and what a role refuses
16.3.3 | 2 | met | other security events | locks, tokens, malware, missing sign-ins, settings, changes from outside, broken policies of pages | audit/audit.service > records a change that somebody made in the database as one from outside; audit/audit.service > tells of a link for a password, a known place and another token that a hand has put there, without what they open; violations/violations.service > the log says which rule was broken where, and nothing of who was there or what they saw; browser/violations.browser > Chromium reports a broken policy, a feature that ends and a crash to the log
16.3.4 | 2 | met | unexpected errors | with a guid that the answer names; those of jobs too | platform/http/unexpected-errors > what nobody expected is logged with its cause under a guid, and the answer says no more than the guid; jobs/jobs.service > that can never succeed fails at once, is shown with its reason, and can be tried again or given up
16.4.1 | 2 | met | no injection into logs | JSON; reports of browsers as words | violations/violations.service > of a report with %s, words only
16.4.2 | 2 | met | logs can't be changed unseen | a chain of hashes, and a command that verifies it; a chain that is made anew or put back is seen by heads or rows that are kept elsewhere only | audit/audit.service > finds rows that were changed, removed or inserted by hand; audit/audit.service > finds a chain that was made anew by hand, or put back, with heads that were kept elsewhere
16.4.3 | 2 | operator | logs leave the machine | AUDIT_SYSLOG, webhooks with audit.recorded, heads in the service's log | audit/audit.service > gets every row, %s
16.5.1 | 2 | met | errors say nothing of the inside | a sentence and a guid | conformance/fuzz/fuzz > whatever is sent to any operation, it is answered as promised, and nobody learns of strangers; platform/http/unexpected-errors > what nobody expected is logged with its cause under a guid, and the answer says no more than the guid
16.5.2 | 2 | met | it goes on without others | stores, mail, push and scanners have queues and limits | jobs/hanging-mail.service > a mail server that hangs holds up mail, and nothing else
16.5.3 | 2 | met | it fails closed | no change without its audit row | audit/audit.service > makes no change that it can not record
`;

/** Requirements of levels 1 and 2 about what Appshelf does not have: sections, or single ones, and why. */
export const asvsLeftOut = `
1.2.6 | LDAP
1.2.7 | XPath
1.2.8 | LaTeX
1.3.1 | HTML that users write: descriptions are text
1.3.8 | Java's naming service
1.3.9 | memcache
1.3.10 | format strings
1.4.1, 1.4.3 | memory by hand: the service is TypeScript
3.3 | cookies: there are none
4.3 | GraphQL
4.4 | WebSockets
6.4.4, 6.5, 6.6 | a second factor, which there is none of yet (6.3.3)
6.8, 7.1.3, 7.6 | other identity providers
9.2.4 | tokens for other audiences
10 | OAuth and OpenID Connect
12.1.3 | certificates of clients
17 | WebRTC
`;
