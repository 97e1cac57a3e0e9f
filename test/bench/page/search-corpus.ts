import { areNeighbours } from '../../../src/data/search/keyboard.ts';
import type { SearchText } from '../../../src/data/search/search-text.ts';

const things =
  'Access Badge Booking Budget Cable Calendar Canteen Checklist Claim Clock Contract Customer Delivery Depot Desk Document Driver Expense Field Fleet Forecast Fuel Grid Guard Handover Health Incident Inventory Invoice Inspection Key Lab Leak Leave Ledger Library Lock Maintenance Map Meter Network Notice Order Parcel Parking Patrol Payroll Permit Phone Pipeline Plan Pump Quality Rail Reading Receipt Repair Report Risk Roster Route Safety Sample Schedule Sensor Service Shift Site Stock Store Survey Task Ticket Tool Tour Traffic Training Travel Truck Valve Vehicle Visitor Warehouse Waste Water Weather Weld Work Zone Café Büro Größe'.split(
    ' ',
  );
const kinds =
  'Assistant Board Book Box Buddy Center Companion Connect Control Desk Direct Express Finder Flow Guide Helper Hub Inspector Kit Link Log Manager Mobile Monitor Note Office Pass Planner Point Portal Radar Reader Scanner Scout Sheet Studio Tracker View Watch Wizard'.split(
    ' ',
  );
const verbs =
  'Plan Record Find Report Compare Count Approve Follow Sign Measure Photograph Send Check Collect Share Order'.split(
    ' ',
  );
const categories = ['Field work', 'Finance', 'Health and safety', 'Office', 'Training', 'Travel'];
const authors = ['Northwind Mobile', 'Jürgen Groß', 'Field Tools Team', 'Contoso', 'Łódź Works'];

/** Pseudo-random numbers, the same in each run. */
export function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** A catalog like that of a real organization: names of two or three words, a line about each, and a paragraph. */
export function searchCorpus(count: number): SearchText[] {
  const next = numbers(7);
  const one = (words: readonly string[]) => words[next(words.length)] ?? '';
  const sentence = () => `${one(verbs)} every ${one(things)} of your ${one(things)} with the ${one(kinds)}.`;
  return Array.from({ length: count }, (_, at) => ({
    id: `application-${at}`,
    name: next(3) === 0 ? `${one(things)} ${one(things)} ${one(kinds)}` : `${one(things)} ${one(kinds)}`,
    short: sentence(),
    long: Array.from({ length: 6 }, sentence).join(' '),
    author: one(authors),
    categories: one(categories),
  }));
}

/** What people type to find these names: each prefix, letter by letter; every second name with a typing error. */
export function typedQueries(texts: readonly SearchText[], names: number): string[] {
  const next = numbers(11);
  return Array.from({ length: names }, (_, at) => {
    const name = (texts[next(texts.length)]?.name ?? '').toLowerCase();
    return at % 2 === 0 ? name : (slipped(name, next) ?? name);
  }).flatMap((name) => Array.from(name, (_letter, at) => name.slice(0, at + 1)));
}

type Next = (below: number) => number;

const alphabet = 'abcdefghijklmnopqrstuvwxyz';

/** Single typing errors at some place of a name in lower case; null where the error changes nothing there. */
export const slips: Readonly<Record<string, (name: string, next: Next) => string | null>> = {
  swapped: (name, next) => {
    const at = next(name.length - 1);
    const [one = '', other = ''] = name.slice(at, at + 2);
    if (one === other || one === ' ' || other === ' ') return null;
    return name.slice(0, at) + other + one + name.slice(at + 2);
  },
  doubled: (name, next) => {
    const at = letterIn(name, next);
    return name.slice(0, at + 1) + name.slice(at);
  },
  missing: (name, next) => {
    const at = letterIn(name, next);
    return name.slice(0, at) + name.slice(at + 1);
  },
  neighbouring: (name, next) => {
    const at = letterIn(name, next);
    const near = Array.from(alphabet).filter((letter) => areNeighbours(letter, name.charAt(at)));
    return near.length === 0 ? null : name.slice(0, at) + near[next(near.length)] + name.slice(at + 1);
  },
  'space left out': (name) => name.replace(' ', ''),
};

/** A typing error in each of the first two words; null where one of them is too short to be forgiven beside another. */
export const slipsInTwoWords: typeof slips = {
  'one in each of two words': (name, next) => {
    const [first = '', second = '', ...others] = name.split(' ');
    if (first.length < 4 || second.length < 4) return null;
    const [one, other] = [slipped(first, next), slipped(second, next)];
    return one === null || other === null ? null : [one, other, ...others].join(' ');
  },
};

/** Other ways to write a name, which are no typing errors; null where the result is the same. */
export const otherwise: typeof slips = {
  'without accents': (name) => {
    const plain = name.normalize('NFD').replace(/\p{M}/gu, '').replaceAll('ß', 'ss');
    return plain === name ? null : plain;
  },
  'words in another order': (name) => {
    const [first = '', ...others] = name.split(' ');
    return [...others, first].join(' ');
  },
};

function letterIn(name: string, next: Next): number {
  for (;;) {
    const at = next(name.length);
    if (name.charAt(at) !== ' ') return at;
  }
}

function slipped(name: string, next: Next): string | null {
  const kinds = Object.values(slips);
  return kinds[next(kinds.length)]?.(name, next) ?? null;
}
