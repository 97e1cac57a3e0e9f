/** Which files of a bundle its seal covers, and how: the rules that Apple's own tool uses for the bundles of iOS. */
interface Rule {
  pattern: RegExp;
  weight: number;
  /** Covered, but may be missing. */
  optional?: true;
  omit?: true;
}

const localizations: readonly Rule[] = [
  { pattern: /^.*\.lproj\//, weight: 1000, optional: true },
  { pattern: /^.*\.lproj\/locversion.plist$/, weight: 1100, omit: true },
  { pattern: /^Base\.lproj\//, weight: 1010 },
];

const rules: readonly Rule[] = [
  { pattern: /^.*/, weight: 1 },
  ...localizations,
  { pattern: /^version.plist$/, weight: 1 },
];

const rules2: readonly Rule[] = [
  { pattern: /.*\.dSYM($|\/)/, weight: 11 },
  { pattern: /^(.*\/)?\.DS_Store$/, weight: 2000, omit: true },
  { pattern: /^.*/, weight: 1 },
  ...localizations,
  { pattern: /^Info\.plist$/, weight: 20, omit: true },
  { pattern: /^PkgInfo$/, weight: 20, omit: true },
  { pattern: /^embedded\.provisionprofile$/, weight: 20 },
  { pattern: /^version\.plist$/, weight: 20 },
];

/** How a file is covered by the seal of older systems (`files`). */
export const coverage = (path: string): 'sealed' | 'optional' | 'omitted' => coverageBy(rules, path);
/** How a file is covered by the seal of today's systems (`files2`). */
export const coverage2 = (path: string): 'sealed' | 'optional' | 'omitted' => coverageBy(rules2, path);

function coverageBy(all: readonly Rule[], path: string): 'sealed' | 'optional' | 'omitted' {
  let best: Rule | null = null;
  for (const rule of all) {
    if (rule.pattern.test(path) && (best === null || rule.weight > best.weight)) best = rule;
  }
  if (best?.omit === true) return 'omitted';
  return best?.optional === true ? 'optional' : 'sealed';
}

/** The rules as the seal contains them. */
export const rulesText = String.raw`	<key>rules</key>
	<dict>
		<key>^.*</key>
		<true/>
		<key>^.*\.lproj/</key>
		<dict>
			<key>optional</key>
			<true/>
			<key>weight</key>
			<real>1000</real>
		</dict>
		<key>^.*\.lproj/locversion.plist$</key>
		<dict>
			<key>omit</key>
			<true/>
			<key>weight</key>
			<real>1100</real>
		</dict>
		<key>^Base\.lproj/</key>
		<dict>
			<key>weight</key>
			<real>1010</real>
		</dict>
		<key>^version.plist$</key>
		<true/>
	</dict>
	<key>rules2</key>
	<dict>
		<key>.*\.dSYM($|/)</key>
		<dict>
			<key>weight</key>
			<real>11</real>
		</dict>
		<key>^(.*/)?\.DS_Store$</key>
		<dict>
			<key>omit</key>
			<true/>
			<key>weight</key>
			<real>2000</real>
		</dict>
		<key>^.*</key>
		<true/>
		<key>^.*\.lproj/</key>
		<dict>
			<key>optional</key>
			<true/>
			<key>weight</key>
			<real>1000</real>
		</dict>
		<key>^.*\.lproj/locversion.plist$</key>
		<dict>
			<key>omit</key>
			<true/>
			<key>weight</key>
			<real>1100</real>
		</dict>
		<key>^Base\.lproj/</key>
		<dict>
			<key>weight</key>
			<real>1010</real>
		</dict>
		<key>^Info\.plist$</key>
		<dict>
			<key>omit</key>
			<true/>
			<key>weight</key>
			<real>20</real>
		</dict>
		<key>^PkgInfo$</key>
		<dict>
			<key>omit</key>
			<true/>
			<key>weight</key>
			<real>20</real>
		</dict>
		<key>^embedded\.provisionprofile$</key>
		<dict>
			<key>weight</key>
			<real>20</real>
		</dict>
		<key>^version\.plist$</key>
		<dict>
			<key>weight</key>
			<real>20</real>
		</dict>
	</dict>
`;
