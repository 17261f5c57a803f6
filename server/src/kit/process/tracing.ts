import type { Attributes, SpanContext } from '@opentelemetry/api'

/**
 * Where time goes, over processes: spans of OpenTelemetry. What is told of them are counts, outcomes and names of our own;
 * never a word, name, address or token of anybody.
 */
export type Tracing = {
  isOn: boolean
  /** Runs `work` in a span that begins a trace. */
  root<T>(kind: 'server' | 'consumer', name: string, about: Attributes, work: () => Promise<T>): Promise<T>
  /** Runs a call to something outside; of interest as a part of a trace alone. */
  call<T>(name: string, about: Attributes, work: () => Promise<T>): Promise<T>
  /** Runs what several traces wait for: a part of the first one, which the others are linked to. */
  together<T>(name: string, about: Attributes, places: (Place | null)[], work: () => Promise<T>): Promise<T>
  /** For what begins in one place and ends in another; `headers` may hold the trace that it belongs to. */
  begin(kind: 'server' | 'client', name: string, about: Attributes, headers?: object): Begun
  /** The span that runs here. */
  here(): Place | null
  /** What a line of the log carries to be found from a trace. */
  ids(): { trace_id: string; span_id: string } | Record<never, never>
  close(): Promise<void>
}

export type Place = SpanContext

export type Begun = {
  /** What runs in it, and all that follows from there, is a part of it. */
  within(work: () => void): void
  note(about: Attributes): void
  fail(error: unknown): void
  end(): void
}

const begun: Begun = { within: (work) => work(), note() {}, fail() {}, end() {} }

export const noTracing: Tracing = {
  isOn: false,
  root: (_kind, _name, _about, work) => work(),
  call: (_name, _about, work) => work(),
  together: (_name, _about, _places, work) => work(),
  begin: () => begun,
  here: () => null,
  ids: () => ({}),
  close: async () => {},
}
