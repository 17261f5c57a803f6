import type { Greetings, WidgetConfig, WidgetContent, WidgetPatch } from '@aichat/contracts/widget/widget'
import part from 'sql-template-tag'
import type { Sql } from '../kit/db/db.ts'

const columns = part`
  id, project_id as "projectId", template, brand, greetings, icon, behavior, agent, realtime,
  coalesce(initial_chat_name, brand ->> 'chatName') as "initialChatName", updated_at as "updatedAt"`

export type NewWidget = { id: string; companyId: string; projectId: string; content: WidgetContent }

export async function addWidget(sql: Sql, { id, companyId, projectId, content }: NewWidget): Promise<void> {
  await sql`
    insert into widgets (id, company_id, project_id, template, brand, greetings, icon, behavior, agent, realtime,
      initial_chat_name)
    values (${id}, ${companyId}, ${projectId}, ${content.template}, ${content.brand}, ${content.greetings},
      ${content.icon}, ${content.behavior}, ${content.agent}, ${content.realtime}, ${content.brand.chatName})`
}

export async function findWidget(sql: Sql, id: string): Promise<WidgetConfig | null> {
  const [widget] = await sql<WidgetConfig>`select ${columns} from widgets where id = ${id}`
  return widget ?? null
}

export async function findProjectWidget(sql: Sql, projectId: string): Promise<WidgetConfig | null> {
  const [widget] = await sql<WidgetConfig>`select ${columns} from widgets where project_id = ${projectId}`
  return widget ?? null
}

/** Merges in one SQL statement, so that concurrent changes of different fields are all kept. */
export async function mergeWidget(sql: Sql, id: string, patch: WidgetPatch): Promise<WidgetConfig> {
  const [widget] = await sql<WidgetConfig>`
    update widgets set
      template = template || ${json(patch.template)},
      brand = brand || ${json(patch.brand)},
      greetings = greetings || ${mergedGreetings(patch)},
      icon = icon || ${json(patch.icon)},
      behavior = behavior || ${json(patch.behavior)},
      agent = agent || ${json(patch.agent)},
      realtime = jsonb_set(realtime, '{preChat}', (realtime -> 'preChat') || ${json(patch.realtime?.preChat)}),
      updated_at = now()
    where id = ${id}
    returning ${columns}`
  if (!widget) throw new Error('The widget was removed while it was saved')
  return widget
}

export async function setGreetings(sql: Sql, id: string, greetings: Greetings): Promise<void> {
  await sql`update widgets set greetings = ${JSON.stringify(greetings)}::jsonb where id = ${id}`
}

/** Merges translations per language and text. */
function mergedGreetings({ greetings = {} }: WidgetPatch) {
  const { translations, ...texts } = greetings
  if (!translations) return json(texts)
  const before = part`coalesce(greetings -> 'translations', '{}')`
  return part`${json(texts)} || jsonb_build_object('translations', (
    select coalesce(jsonb_object_agg(language, coalesce(${before} -> language, '{}')
      || coalesce(${json(translations)} -> language, '{}')), '{}')
    from jsonb_object_keys(${before} || ${json(translations)}) as language))`
}

/** An omitted section merges as an empty object. */
function json(section: object | undefined) {
  return part`${JSON.stringify(section ?? {})}::jsonb`
}

/** The config without ids and timestamps. */
export function toWidgetContent(widget: WidgetConfig): WidgetContent {
  const { template, brand, greetings, icon, behavior, agent, realtime } = widget
  return { template, brand, greetings, icon, behavior, agent, realtime }
}
