import type { Attributes, SpanContext } from '@opentelemetry/api'

export type { SpanContext } from '@opentelemetry/api'

/**
 * OpenTelemetry spans. Attributes hold counts, outcomes and names from our own code; never message text, personal names,
 * addresses or tokens.
 */
export type Tracing = {
  isOn: boolean
  /** Runs `work` in the root span of a new trace. */
  startTrace<T>(
    kind: 'server' | 'consumer',
    name: string,
    attributes: Attributes,
    work: () => Promise<T>,
  ): Promise<T>
  /** Runs a call to an external system in a client span. Outside of a trace it creates no span. */
  traceCall<T>(name: string, attributes: Attributes, work: () => Promise<T>): Promise<T>
  /** Runs work that several traces wait for: the span belongs to the first trace and links to the others. */
  traceBatch<T>(
    name: string,
    attributes: Attributes,
    waiting: (SpanContext | null)[],
    work: () => Promise<T>,
  ): Promise<T>
  /** Starts a span that the caller ends. `headers` may carry a remote parent (`traceparent`). */
  startSpan(kind: 'server' | 'client', name: string, attributes: Attributes, headers?: object): Span
  currentSpan(): SpanContext | null
  /** The ids with which a log line is found from its trace. */
  logFields(): { trace_id: string; span_id: string } | Record<never, never>
  close(): Promise<void>
}

export type Span = {
  /** Runs `work`, and everything asynchronous that it starts, with this span as the current one. */
  run(work: () => void): void
  setAttributes(attributes: Attributes): void
  recordError(error: unknown): void
  end(): void
}

const noSpan: Span = { run: (work) => work(), setAttributes() {}, recordError() {}, end() {} }

export const noTracing: Tracing = {
  isOn: false,
  startTrace: (_kind, _name, _attributes, work) => work(),
  traceCall: (_name, _attributes, work) => work(),
  traceBatch: (_name, _attributes, _waiting, work) => work(),
  startSpan: () => noSpan,
  currentSpan: () => null,
  logFields: () => ({}),
  close: async () => {},
}
