/** The number of this engine: raised when it finds more, so that packages are inspected anew when somebody asks. */
export const inspectionEngine = 1;
