/**
 * The number of this engine. It is raised when the engine finds more, so that the next request inspects a package
 * again.
 */
export const inspectionEngine = 1;
