import { type WidgetConfig, type WidgetPatch, widgetContent } from '@aichat/contracts/widget'

type Tree = { [key: string]: unknown }

/** Later values win; lists are replaced whole. */
export function mergePatch<Value extends object>(value: Value, patch: object): Value {
  const result = { ...value } as Tree
  for (const [key, next] of Object.entries(patch)) {
    const before = result[key]
    if (next === undefined) continue
    result[key] = isTree(next) && isTree(before) ? mergePatch(before, next) : next
  }
  return result as Value
}

/** The part of a patch that differs from the config and is not among the problems. */
export function getUnsavedChanges(
  config: WidgetConfig,
  edits: WidgetPatch,
  problems: FieldErrors,
): WidgetPatch | null {
  return pick(edits, config, (path, value, stored) => !problems[path] && !isEqual(value, stored))
}

/** What was edited and is still otherwise than what has just been saved. */
export function removeSavedEdits(edits: WidgetPatch, saved: WidgetPatch): WidgetPatch {
  return pick(edits, saved, (_, value, sent) => !isEqual(value, sent)) ?? {}
}

/** The valid edits on top of the config: what the preview can show. */
export function applyValidEdits(
  config: WidgetConfig,
  edits: WidgetPatch,
  problems: FieldErrors,
): WidgetConfig {
  return mergePatch(config, pick(edits, config, (path) => !problems[path]) ?? {})
}

/** What turns one config into an earlier one: the fields in which they differ, as they were. */
export function createRevertPatch(before: WidgetConfig, after: WidgetConfig): WidgetPatch | null {
  const { id: _id, projectId: _projectId, updatedAt: _updatedAt, ...sections } = before
  return pick(sections, after, (_, value, now) => !isEqual(value, now))
}

/** What the config has in the places of a patch: the way back from it. */
export function invertPatch(config: WidgetConfig, patch: WidgetPatch): WidgetPatch {
  return valuesAt(patch, config) as WidgetPatch
}

/** The places of a patch, like 'brand.primaryColor'. */
export function listPaths(patch: object, prefix = ''): string[] {
  return Object.entries(patch).flatMap(([key, value]) =>
    isTree(value) ? listPaths(value, `${prefix}${key}.`) : [prefix + key],
  )
}

function valuesAt(tree: Tree, source: unknown): Tree {
  return Object.fromEntries(
    Object.entries(tree).map(([key, value]) => {
      const counterpart = isTree(source) ? source[key] : undefined
      if (isTree(value)) return [key, valuesAt(value, counterpart)]
      // A text that was not there yet goes by being emptied.
      return [key, counterpart === undefined && typeof value === 'string' ? '' : counterpart]
    }),
  )
}

/** Sentences by path, like 'brand.primaryColor'. A problem inside a list is also the list's. */
export type FieldErrors = Record<string, string>

export function validateConfig(draft: WidgetConfig): FieldErrors {
  const result = widgetContent.safeParse(draft)
  const problems: FieldErrors = {}
  for (const { path, message } of result.error?.issues ?? []) {
    const names = path.map(String)
    const list = names.findIndex((name) => /^\d+$/.test(name))
    problems[names.join('.')] ??= message
    if (list > 0) problems[names.slice(0, list).join('.')] ??= message
  }
  return problems
}

type Predicate = (path: string, value: unknown, other: unknown) => boolean

function pick(tree: Tree, other: unknown, isWanted: Predicate, prefix = ''): Tree | null {
  const result: Tree = {}
  for (const [key, value] of Object.entries(tree)) {
    const path = prefix + key
    const counterpart = isTree(other) ? other[key] : undefined
    const kept = isTree(value)
      ? pick(value, counterpart, isWanted, `${path}.`)
      : isWanted(path, value, counterpart)
        ? value
        : null
    if (kept !== null) result[key] = kept
  }
  return Object.keys(result).length > 0 ? result : null
}

function isTree(value: unknown): value is Tree {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isEqual(one: unknown, other: unknown) {
  return JSON.stringify(one) === JSON.stringify(other)
}
