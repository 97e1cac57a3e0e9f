/** Scripts that the catalog starts by their address: its service worker, and workers among the files of a release. */
const ours = /^\/(?:sw\.js|assets\/[\w.-]+\.js)$/;

interface Policies {
  createPolicy(name: string, rules: { createScriptURL: (address: string) => string }): unknown;
}
declare global {
  /** Trusted Types, where the browser has them; W3C, Trusted Types, "Extensions to the WindowOrWorkerGlobalScope interface". */
  var trustedTypes: Policies | undefined;
}

/**
 * Browsers with Trusted Types call this before an address becomes a script. A text never becomes code or HTML: there is
 * no rule for that (docs/security.md). This is the only policy that the page's header allows.
 */
export function trustOwnScripts(): void {
  globalThis.trustedTypes?.createPolicy('default', {
    createScriptURL: (address) => {
      const { origin, pathname } = new URL(address, location.href);
      if (origin === location.origin && ours.test(pathname)) return address;
      throw new TypeError('This address is no script of the catalog.');
    },
  });
}
