import type { Place } from '../../../../contract/common/inspection-report.ts';
import type { Budget } from '../../budget.ts';
import { looksLikeAddress, recordAddress } from '../../inspection/addresses.ts';
import { recordVersionText } from '../../inspection/bundled-versions.ts';
import type { Findings } from '../../inspection/findings.ts';
import { recognizeClass } from '../../inspection/recognize.ts';
import { DexFile } from './dex-file.ts';
import { type Call, type Constant, DexWalk, type Listener } from './dex-walk.ts';
import { recordCall, sameValue } from './note-call.ts';
import { type Sink, sinkNames, sinkOf } from './sinks.ts';

/** What a noted call, and a class, cost besides their instructions, in steps of the budget. */
const callSteps = 2000;
const classSteps = 200;
/** First letters of texts that are inspected: addresses (http, ws, ftp, mqtt), `okhttp/…`. */
const reportingMethods: ReadonlySet<number> = new Set(Buffer.from('hHwWfFmMo'));

/** Notes the findings in the code of a .dex file. `file` is its name in the package. Error: `malformed_code`. */
export function inspectDex(findings: Findings, bytes: Buffer, file: string, budget: Budget): void {
  const dex = new DexFile(bytes, budget);
  findings.analysis.Programs.push({
    file,
    kind: 'dex',
    strings: dex.count('strings'),
    classes: dex.count('classes'),
    methods: dex.count('methods'),
  });
  new DexInspection(findings, dex, file).run();
}

class DexInspection implements Listener {
  readonly #findings: Findings;
  readonly #dex: DexFile;
  readonly #file: string;
  /** For each method, what its calls reveal. */
  readonly #sinks: ReadonlyMap<number, Sink>;
  /** Texts that are addresses or contain a version, until code is found that loads them. */
  readonly #texts: Map<number, string>;
  #method = 0;

  constructor(findings: Findings, dex: DexFile, file: string) {
    this.#findings = findings;
    this.#dex = dex;
    this.#file = file;
    this.#sinks = findSinks(dex);
    this.#texts = findTexts(dex);
  }

  run(): void {
    const walk = new DexWalk(this.#dex, this);
    let index = 0;
    for (const type of this.#dex.definedTypes()) {
      const className = this.#dex.className(type);
      recognizeClass(this.#findings, className, {
        file: this.#file,
        class: className,
        method: null,
        offset: null,
      });
      this.#dex.view.budget.step(classSteps);
      walk.enterClass();
      for (const code of initializerFirst(this.#dex, index)) {
        this.#method = code.method;
        walk.walk(code, code.isInitializer);
      }
      index += 1;
    }
    for (const [text, value] of this.#texts) {
      this.#note(value, { file: this.#file, class: null, method: null, offset: this.#dex.textAt(text) });
    }
  }

  wants(method: number): boolean {
    return this.#sinks.has(method);
  }

  called({ method, values, at }: Call): Constant | null {
    const sink = this.#sinks.get(method);
    if (sink === undefined) return null;
    if (sink.is === 'same') return sameValue(this.#dex, sink, values);
    if (values.every((value) => value === null)) return null;
    this.#dex.view.budget.step(callSteps);
    const { type, name } = this.#dex.method(method);
    const called = `${this.#dex.className(type)}.${this.#dex.text(name)}`;
    recordCall(this.#findings, this.#dex, { sink, method: called, values, place: this.#place(at) });
    return null;
  }

  loaded(text: number, at: number): void {
    const value = this.#texts.get(text);
    if (value === undefined) return;
    this.#texts.delete(text);
    this.#note(value, this.#place(at));
  }

  #note(text: string, place: Place): void {
    if (looksLikeAddress(text)) recordAddress(this.#findings, text, 'text', place);
    else recordVersionText(this.#findings, text, place);
  }

  #place(at: number): Place {
    const { type, name } = this.#dex.method(this.#method);
    return {
      file: this.#file,
      class: this.#dex.className(type),
      method: this.#dex.text(name),
      offset: at,
    };
  }
}

/** The code of a class, beginning with its static initializer. */
function initializerFirst(dex: DexFile, classIndex: number) {
  const codes = [...dex.codeOf(classIndex)].map((code) => ({
    ...code,
    isInitializer: dex.text(dex.method(code.method).name) === '<clinit>',
  }));
  return codes.toSorted((a, b) => Number(b.isInitializer) - Number(a.isInitializer));
}

/** Those of the file's methods whose calls reveal something. */
function findSinks(dex: DexFile): ReadonlyMap<number, Sink> {
  const names = new Map<number, string>();
  const sinks = new Map<number, Sink>();
  for (let method = 0; method < dex.count('methods'); method++) {
    const { type, name } = dex.method(method);
    const known = names.get(name) ?? dex.text(name);
    names.set(name, known);
    if (!sinkNames.has(known)) continue;
    const sink = sinkOf(dex.className(type), known);
    if (sink !== undefined) sinks.set(method, sink);
  }
  return sinks;
}

function findTexts(dex: DexFile): Map<number, string> {
  const found = new Map<number, string>();
  for (let index = 0; index < dex.count('strings'); index++) {
    if (!reportingMethods.has(dex.view.u8(dex.textAt(index)))) continue;
    const text = dex.text(index);
    if (looksLikeAddress(text) || text.startsWith('okhttp/')) found.set(index, text);
  }
  return found;
}
