import { robotName } from './robot-name.ts'

/** Whether rules with this name are for every program or this one. */
export function isForRobots(name: string | undefined): boolean {
  return ['robots', robotName.toLowerCase()].includes(name?.trim().toLowerCase() ?? '')
}

/** The rules of an X-Robots-Tag header for every program or this one: `noindex, otherbot: nofollow` has one. */
export function readRobotsRules(header: string): Set<string> {
  const rules = new Set<string>()
  let robot = 'robots'
  for (const part of header.split(',')) {
    const [, name, rest] = /^\s*([\w-]+)\s*:\s*(.*)$/.exec(part) ?? []
    const isSetting = /^(?:unavailable_after|max-(?:snippet|image-preview|video-preview))$/i.test(name ?? '')
    if (name && !isSetting) robot = name
    if (isForRobots(robot))
      for (const rule of splitRules(name && !isSetting ? (rest ?? '') : part)) rules.add(rule)
  }
  return rules
}

export function splitRules(text: string): string[] {
  const rules = text
    .toLowerCase()
    .split(',')
    .map((rule) => rule.trim())
  return rules.includes('none') ? [...rules, 'noindex', 'nofollow'] : rules
}
