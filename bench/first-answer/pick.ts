export type Pick = <T>(all: readonly T[]) => T

/** Returns a function that picks one of several values. */
export function createPick(random: () => number): Pick {
  return (all) => all[Math.floor(random() * all.length)] as (typeof all)[number]
}
