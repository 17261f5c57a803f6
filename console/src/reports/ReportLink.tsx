import type { ComponentProps } from 'react'
import { Link, useLocation } from 'react-router'
import { paths } from '../paths.ts'

/** A link to the conversations behind a number, from which "Reports" leads back to this page. */
export function ReportLink(props: Omit<ComponentProps<typeof Link>, 'state'>) {
  const { pathname, search } = useLocation()
  const state: ReportLinkState = pathname.startsWith(paths.reports) ? { report: pathname + search } : null
  return <Link {...props} state={state} />
}

/** The report with the number that led to a list. */
export type ReportLinkState = { report: string } | null
