/** Small numbers for objects that come and go: a number that is free again is given to another object. */
export class Places {
  readonly #free: number[] = [];
  #next = 0;

  take(): number {
    const free = this.#free.pop();
    if (free !== undefined) return free;
    this.#next += 1;
    return this.#next - 1;
  }

  giveBack(place: number): void {
    this.#free.push(place);
  }
}

/** Which places have been seen since `begin`. One object is shared, and used by one caller at a time. */
export class SeenPlaces {
  #marks = new Uint32Array(1024);
  #round = 0;

  begin(): void {
    this.#round += 1;
    if (this.#round < 2 ** 32) return;
    this.#marks.fill(0);
    this.#round = 1;
  }

  /** Marks places as seen; returns how many of them had not been seen before. */
  add(places: Int32Array): number {
    let fresh = 0;
    for (const place of places) {
      if (place >= this.#marks.length) this.#grow(place);
      if (this.#marks[place] === this.#round) continue;
      this.#marks[place] = this.#round;
      fresh += 1;
    }
    return fresh;
  }

  #grow(place: number): void {
    const marks = new Uint32Array(2 ** Math.ceil(Math.log2(place + 1)));
    marks.set(this.#marks);
    this.#marks = marks;
  }
}
