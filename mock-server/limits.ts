/** Sizes in bytes, times in milliseconds. */
export interface Limits {
  /** Most bytes of JSON in any body; operations allow fewer (`contract/common/body-sizes.ts`). */
  jsonBody: number;
  connections: ConnectionLimits;
  pressure: PressureLimits;
  imageUpload: number;
  packageUpload: number;
  openUploads: OpenUploadLimits;
  /** Bytes of files from the bucket of which an instance keeps copies on its disk. */
  localCopies: number;
  bucket: BucketLimits;
  /** Sign-ins from one address that may fail within `signInWindow`. */
  signInFailures: number;
  signInWindow: number;
  /** argon2id memory in KiB and passes. */
  passwordMemory: number;
  passwordPasses: number;
  /** How long a request to publish waits for a public store: its page and its pictures together. */
  publicStoreTimeout: number;
  /** Milliseconds that a server of breached passwords has for its answer; after that the password is accepted. */
  breachedPasswordsTimeout: number;
  /** How long a push provider may take to answer. */
  pushTimeout: number;
  /** How long a webhook may take to answer; Standard Webhooks names 15 to 30 seconds. */
  webhookTimeout: number;
  /** Time before the second attempt of a job; each further attempt waits twice as long. */
  jobBackOff: number;
  /** Time after which another process takes over the job of a process that no longer renews its lease. */
  jobLease: number;
  /** How long a stopping process waits for its running jobs. */
  jobStopTimeout: number;
  /** How long the link of an invitation is valid. */
  invitationTime: number;
  /** How often a user may be invited again within `resendWindow`, by all processes. */
  resends: number;
  resendWindow: number;
  /** How long the link of a password reset is valid, how many a user is mailed within `resetWindow`, and how many one address may ask for. */
  resetTime: number;
  resets: number;
  resetsPerAddress: number;
  resetWindow: number;
  events: EventLimits;
  policyReports: PolicyReportLimits;
  violations: ViolationLimits;
  /** Time between two moments at which a catalog is told of others' downloads and likes. */
  numbersEvery: number;
}

/** Limits of connections, the same for HTTP and HTTPS. */
export interface ConnectionLimits {
  /** How long the headers of a request may take, and a TLS handshake. */
  headers: number;
  /** How long a JSON body may take. Forms and files have no limit, as long as they make progress. */
  body: number;
  /** How long a client that has to send or read something may be silent. */
  silence: number;
  /** A body must bring at least `slowBytes` within each `slowWindow`. */
  slowWindow: number;
  slowBytes: number;
  /** How long a connection is kept for the next request: longer than proxies keep theirs. */
  keepAlive: number;
  /** Most connections from one address, not counting event streams, and in all. */
  perClient: number;
  all: number;
  /** Bytes of incomplete bodies in memory, of all requests. */
  bodies: number;
  /** What is still read, and dropped, of a body that was refused, and for how long, so that the client gets the answer. */
  lingering: { bytes: number; time: number };
}

/** When the process refuses new requests with 503. */
export interface PressureLimits {
  /** Mean delay of the event loop. */
  delay: number;
  /** Share of the heap that may be used, and bytes of memory that must remain for the process. */
  heapShare: number;
  memoryLeft: number;
}

/**
 * How long a bucket may take. A failed request is tried once more, so a request to a bucket that stays silent takes
 * twice as long.
 */
export interface BucketLimits {
  /** Opening a connection. */
  connect: number;
  /** How long a connection may be silent: an upload in progress is not silent. */
  silence: number;
}

/** Limits of the streams that report changes of catalogs. */
export interface EventLimits {
  /** Most open streams of a person. When they open one more, their oldest is closed. */
  perPerson: number;
  perOrganization: number;
  perInstance: number;
  /** Time between two queries for changes by other instances: `look` for organizations, `check` for persons and devices. */
  look: number;
  check: number;
  /** A stream without events for this long sends a comment, to keep the connection open. */
  heartbeat: number;
  /** How long a reader may take to read what it was sent. */
  readTimeout: number;
}

/** Limits of the requests and reports that applications send because of their policies, in each process. */
export interface PolicyReportLimits {
  window: number;
  /** Requests from one address within the window: whole offices share one. */
  requestsPerAddress: number;
  /** Events of one application within the window, from all its devices; a long event counts once for each KiB. */
  eventsPerApplication: number;
  /** The same within a day, and for all applications of an organization together. */
  eventsPerApplicationADay: number;
  eventsPerOrganizationADay: number;
}

/**
 * Limits of the reports that browsers send about pages, in each process: reports within the window, from one address
 * and from all.
 */
export interface ViolationLimits {
  window: number;
  reportsPerAddress: number;
  reports: number;
}

/** Limits of the resumable uploads that are not published yet; `bytes…` counts the sizes of the whole files. */
export interface OpenUploadLimits {
  perPerson: number;
  perOrganization: number;
  bytesPerPerson: number;
  bytesPerOrganization: number;
  /** How long an upload is kept after its last byte arrived. */
  lifetime: number;
  /** How long a request may send nothing before its connection is closed. */
  silence: number;
}

export const defaultLimits: Limits = {
  jsonBody: 4 * 1024 * 1024,
  connections: {
    headers: 10_000,
    body: 30_000,
    silence: 60_000,
    slowWindow: 30_000,
    slowBytes: 1024,
    keepAlive: 72_000,
    perClient: 4_096,
    all: 25_000,
    bodies: 64 * 1024 * 1024,
    lingering: { bytes: 256 * 1024 * 1024, time: 60_000 },
  },
  pressure: { delay: 1_000, heapShare: 0.85, memoryLeft: 64 * 1024 * 1024 },
  imageUpload: 20 * 1024 * 1024,
  packageUpload: 4 * 1024 * 1024 * 1024,
  openUploads: {
    perPerson: 50,
    perOrganization: 500,
    bytesPerPerson: 32 * 1024 ** 3,
    bytesPerOrganization: 128 * 1024 ** 3,
    lifetime: 24 * 3_600_000,
    silence: 60_000,
  },
  localCopies: 8 * 1024 ** 3,
  bucket: { connect: 3_000, silence: 20_000 },
  signInFailures: 30,
  signInWindow: 60_000,
  passwordMemory: 19_456,
  passwordPasses: 2,
  publicStoreTimeout: 5_000,
  breachedPasswordsTimeout: 2_000,
  pushTimeout: 20_000,
  webhookTimeout: 20_000,
  jobBackOff: 30_000,
  jobLease: 60_000,
  jobStopTimeout: 6_000,
  invitationTime: 14 * 24 * 60 * 60_000,
  resends: 5,
  resendWindow: 60 * 60_000,
  resetTime: 30 * 60_000,
  resets: 3,
  resetsPerAddress: 100,
  resetWindow: 60 * 60_000,
  events: {
    perPerson: 8,
    perOrganization: 12_000,
    perInstance: 20_000,
    look: 500,
    check: 5_000,
    heartbeat: 25_000,
    readTimeout: 60_000,
  },
  policyReports: {
    window: 60_000,
    requestsPerAddress: 1_200,
    eventsPerApplication: 6_000,
    eventsPerApplicationADay: 100_000,
    eventsPerOrganizationADay: 1_000_000,
  },
  violations: { window: 60_000, reportsPerAddress: 60, reports: 600 },
  numbersEvery: 60_000,
};
