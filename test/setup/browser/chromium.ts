import { existsSync } from 'node:fs';
import { timeouts } from '../run/timeouts.ts';
import { type Chromium, launchChromium } from './launch-chromium.ts';
import { packedChromium } from './packed-chromium.ts';

/** Names the browser to use, instead of those that are looked for. */
const wished = 'CHROMIUM';
/** Keeps the choice for the processes that a test run starts. */
const chosen = 'TEST_CHROMIUM';

/** Where systems keep a Chromium. A full browser has what the packed one lacks (push, for one), so it is preferred. */
const installed = [
  '/usr/bin/chromium',
  '/usr/bin/google-chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** A Chromium that draws a page on this machine, chosen once for a whole run. Error: when none does. */
export async function findChromium(): Promise<Chromium> {
  const known = process.env[chosen];
  if (known !== undefined) return JSON.parse(known);
  const failures: string[] = [];
  for await (const candidate of candidates()) {
    const failure = await failureOf(candidate);
    if (failure === null) {
      process.env[chosen] = JSON.stringify(candidate);
      return candidate;
    }
    failures.push(`${candidate.executablePath}: ${failure}`);
  }
  const instead = `Install a Chromium or Chrome, or name one by ${wished}=/path/to/chromium.`;
  throw new Error(['The browser tests found no browser that draws a page.', ...failures, instead].join('\n'));
}

async function* candidates(): AsyncGenerator<Chromium> {
  const own = process.env[wished];
  const paths = own === undefined ? installed.filter((path) => existsSync(path)) : [own];
  for (const executablePath of paths) yield { executablePath, environment: {} };
  if (own === undefined && process.platform === 'linux' && process.arch === 'x64') {
    yield* await packedChromium();
  }
}

/** Why it can't be used: starting is no proof, a browser that finds no font dies only when it draws a letter. */
async function failureOf(candidate: Chromium): Promise<string | null> {
  try {
    const browser = await launchChromium(candidate);
    try {
      const page = await browser.newPage();
      page.setDefaultTimeout(timeouts.step);
      await page.setContent(
        '<p>Plain, <b>bold</b>, <i>italic</i>, <code>code</code></p><button>Button</button>',
      );
      await page.screenshot();
      return null;
    } finally {
      await browser.close();
    }
  } catch (fault) {
    const said = String(fault);
    return /error while loading .*|FATAL.*/.exec(said)?.[0] ?? said.split('\n', 1)[0] ?? '';
  }
}
