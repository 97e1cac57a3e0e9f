import type { Environment } from './environment.ts';
import { readWhole } from './values.ts';

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;
const KiB = 1024;
const MiB = 1024 * KiB;
const GiB = 1024 * MiB;

/** The largest number that a variable may have, in its own unit. */
const largest = 1_000_000_000;
/** Milliseconds that Node's timers can wait: 24 days. With more they would not wait at all. */
const maxTimer = 2 ** 31 - 1;

/** Limits that operators may set; sizes in bytes, times in milliseconds. */
export type Limits = ReturnType<typeof readLimits>;

/** Reads the limits. Error: ConfigError. */
export function readLimits(environment: Environment) {
  const read = (name: string, fallback: number, unit = 1, max = largest, min = 1): number =>
    unit * readWhole(name, environment[name] || String(fallback), max, min);
  const time = (name: string, fallback: number, unit = 1): number =>
    read(name, fallback, unit, Math.floor(maxTimer / unit));
  return {
    /** Limits of connections, the same for HTTP and HTTPS. */
    connections: {
      all: read('MAX_CONNECTIONS', 25_000),
      /** From one address, not counting event streams. */
      perClient: read('MAX_CONNECTIONS_PER_ADDRESS', 4_096),
      /** How long the headers of a request may take, and a TLS handshake. */
      headers: time('HEADERS_SECONDS', 10, second),
      /** How long a JSON body may take, and 1 KiB of any other body. */
      body: time('BODY_SECONDS', 30, second),
      /** How long a client that has to send or read something may be silent. */
      silence: time('IDLE_SECONDS', 60, second),
      /** How long a connection is kept for the next request: longer than proxies keep theirs. */
      keepAlive: time('KEEP_ALIVE_SECONDS', 72, second),
      /** Incomplete bodies in memory, of all requests. */
      bodies: read('BODY_MEMORY_MIB', 64, MiB),
      /** What is still read, and dropped, of a body that was refused, so that the client gets the answer. */
      dropped: read('REFUSED_BODY_MIB', 256, MiB),
    },
    /** When the process refuses new requests with 503. */
    pressure: {
      /** Mean delay of the event loop. */
      delay: time('PRESSURE_DELAY_MS', 1_000),
      /** Percents of the heap that may be used. */
      heapPercent: read('PRESSURE_HEAP_PERCENT', 85, 1, 100),
      /** Memory that must remain for the process. */
      memoryLeft: read('PRESSURE_MEMORY_MIB', 64, MiB),
    },
    /** Streams that report changes of catalogs. */
    events: {
      perInstance: read('MAX_STREAMS', 20_000),
      perOrganization: read('MAX_STREAMS_PER_ORGANIZATION', 12_000),
      /** When a person opens one more, their oldest is closed. */
      perPerson: read('MAX_STREAMS_PER_PERSON', 8),
      /** Time between two queries for changes by other instances; persons and devices are looked at every tenth time. */
      look: time('STREAM_LOOK_MS', 500),
      /** A stream without events for this long sends a comment, to keep the connection open. */
      heartbeat: time('STREAM_HEARTBEAT_SECONDS', 25, second),
    },
    /** How often a catalog gets new counts of downloads and likes by others. */
    numbersEvery: time('NUMBERS_SECONDS', 60, second),
    /** Packages of more than 4 GiB can't be read (ZIP64). */
    packageUpload: read('MAX_PACKAGE_MIB', 4 * KiB, MiB, 4 * KiB),
    /** Resumable uploads that are not published yet; `bytes…` counts the sizes of the whole files. */
    openUploads: {
      perPerson: read('MAX_UPLOADS_PER_PERSON', 50),
      perOrganization: read('MAX_UPLOADS_PER_ORGANIZATION', 500),
      bytesPerPerson: read('MAX_UPLOAD_GIB_PER_PERSON', 32, GiB),
      bytesPerOrganization: read('MAX_UPLOAD_GIB_PER_ORGANIZATION', 128, GiB),
      /** How long an upload is kept after its last byte arrived. */
      lifetime: time('UPLOAD_HOURS', 24, hour),
    },
    /**
     * How long a bucket may take. A failed request is tried once more, so a request to a bucket that stays silent takes
     * twice as long.
     */
    bucket: {
      connect: time('BUCKET_CONNECT_SECONDS', 3, second),
      /** How long a connection may be silent: an upload in progress is not silent. */
      silence: time('BUCKET_SILENCE_SECONDS', 20, second),
    },
    /** Files from the bucket of which an instance keeps copies on its disk. */
    localCopies: read('BUCKET_COPIES_GIB', 8, GiB),
    /** Sign-ins from one address that may fail within `signInWindow`. */
    signInFailures: read('SIGN_IN_FAILURES', 30),
    signInWindow: time('SIGN_IN_FAILURES_SECONDS', 60, second),
    /** Memory of argon2id in KiB, which needs 8 (RFC 9106, section 3.1), and its passes. */
    passwordMemory: read('PASSWORD_MEMORY_KIB', 19_456, 1, largest, 8),
    passwordPasses: read('PASSWORD_PASSES', 2),
    /** How long the links of an invitation and of a password reset are valid. */
    invitationTime: read('INVITATION_DAYS', 14, day, 3_650),
    resetTime: time('RESET_MINUTES', 30, minute),
    /** Password resets that one address may ask for within an hour. */
    resetsPerAddress: read('RESETS_PER_ADDRESS', 100),
    /** How long others' servers may take to answer; that of breached passwords is then not asked. */
    publicStoreTimeout: time('PUBLIC_STORE_SECONDS', 5, second),
    breachedPasswordsTimeout: time('HIBP_SECONDS', 2, second),
    pushTimeout: time('PUSH_SECONDS', 20, second),
    webhookTimeout: time('WEBHOOK_SECONDS', 20, second),
    /** Time before the second attempt of a job; each further attempt waits twice as long. */
    jobBackOff: time('JOB_RETRY_SECONDS', 30, second),
    /** Time after which another process takes over the job of a process that no longer renews its lease. */
    jobLease: time('JOB_LEASE_SECONDS', 60, second),
    /** How long a stopping process waits for its running jobs. */
    jobStopTimeout: time('JOB_STOP_SECONDS', 6, second),
    /** What applications send because of their policies, to each process. */
    policyReports: {
      window: time('POLICY_WINDOW_SECONDS', 60, second),
      /** Requests from one address within the window: whole offices share one. */
      requestsPerAddress: read('POLICY_REQUESTS_PER_ADDRESS', 1_200),
      /** Events of one application within the window, from all its devices; a long event counts once for each KiB. */
      eventsPerApplication: read('POLICY_EVENTS_PER_APPLICATION', 6_000),
      eventsPerApplicationADay: read('POLICY_EVENTS_PER_APPLICATION_A_DAY', 100_000),
      eventsPerOrganizationADay: read('POLICY_EVENTS_PER_ORGANIZATION_A_DAY', 1_000_000),
    },
    /** Reports that browsers send about pages, to each process within a minute. */
    violations: {
      reportsPerAddress: read('PAGE_REPORTS_PER_ADDRESS', 60),
      reports: read('MAX_PAGE_REPORTS', 600),
    },
  };
}

/** The limits where no variable is set. */
export const defaultLimits: Limits = readLimits({});
