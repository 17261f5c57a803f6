import { type WidgetConfig, type WidgetPatch, widgetContent } from '@aichat/contracts/widget/widget'

type Tree = { [key: string]: unknown }

/** Merges a patch into a value. Arrays are replaced as a whole. */
export function mergePatch<Value extends object>(value: Value, patch: object): Value {
  const result = { ...value } as Tree
  for (const [key, next] of Object.entries(patch)) {
    const before = result[key]
    if (next === undefined) continue
    result[key] = isTree(next) && isTree(before) ? mergePatch(before, next) : next
  }
  return result as Value
}

/** The valid part of the edits that differs from the config, or null. */
export function getUnsavedChanges(
  config: WidgetConfig,
  edits: WidgetPatch,
  errors: FieldErrors,
): WidgetPatch | null {
  return pick(edits, config, (path, value, stored) => !errors[path] && !isEqual(value, stored))
}

/** Removes the edits that have just been saved. */
export function removeSavedEdits(edits: WidgetPatch, saved: WidgetPatch): WidgetPatch {
  return pick(edits, saved, (_, value, sent) => !isEqual(value, sent)) ?? {}
}

/** The config with the valid edits applied, for the preview. */
export function applyValidEdits(config: WidgetConfig, edits: WidgetPatch, errors: FieldErrors): WidgetConfig {
  return mergePatch(config, pick(edits, config, (path) => !errors[path]) ?? {})
}

/** A patch that restores an earlier config: the fields that differ, with their earlier values. */
export function createRevertPatch(before: WidgetConfig, after: WidgetConfig): WidgetPatch | null {
  const { id: _id, projectId: _projectId, updatedAt: _updatedAt, ...sections } = before
  return pick(sections, after, (_, value, now) => !isEqual(value, now))
}

/** The inverse of a patch: the config's current values of the same fields. */
export function invertPatch(config: WidgetConfig, patch: WidgetPatch): WidgetPatch {
  return valuesAt(patch, config) as WidgetPatch
}

/** The field paths of a patch, like 'brand.primaryColor'. */
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
      return [key, counterpart === undefined ? emptyLike(value) : counterpart]
    }),
  )
}

/** A value that did not exist before is removed by setting it to an empty one. */
function emptyLike(value: unknown): unknown {
  if (typeof value === 'string') return ''
  if (typeof value === 'boolean') return false
  return Array.isArray(value) ? [] : undefined
}

/** Error messages by field path, like 'brand.primaryColor'. An error in a list item also marks the list. */
export type FieldErrors = Record<string, string>

export function validateConfig(draft: WidgetConfig): FieldErrors {
  const result = widgetContent.safeParse(draft)
  const errors: FieldErrors = {}
  for (const { path, message } of result.error?.issues ?? []) {
    const names = path.map(String)
    const list = names.findIndex((name) => /^\d+$/.test(name))
    errors[names.join('.')] ??= message
    if (list > 0) errors[names.slice(0, list).join('.')] ??= message
  }
  return errors
}

type Predicate = (path: string, value: unknown, other: unknown) => boolean

function pick(tree: Tree, other: unknown, isIncluded: Predicate, prefix = ''): Tree | null {
  const result: Tree = {}
  for (const [key, value] of Object.entries(tree)) {
    const path = prefix + key
    const counterpart = isTree(other) ? other[key] : undefined
    const kept = isTree(value)
      ? pick(value, counterpart, isIncluded, `${path}.`)
      : isIncluded(path, value, counterpart)
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
