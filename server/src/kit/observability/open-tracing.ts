import type { Attributes, Context, Link, Span as OtelSpan, Tracer } from '@opentelemetry/api'
import type { Sampler } from '@opentelemetry/sdk-trace'
import { Refusal } from '../http/refusal.ts'
import type { Log } from './log.ts'
import { noTracing, type Span, type SpanContext, type Tracing } from './tracing.ts'

type Environment = Record<string, string | undefined>
type Protocol = 'http/protobuf' | 'http/json'
type OpenTelemetry = Awaited<ReturnType<typeof loadOpenTelemetry>>
type RunOptions = { kind: number; attributes: Attributes; links?: Link[] }

const maxLinks = 100
const closeTimeoutMs = 3000

/**
 * Exports traces as the standard environment variables of OpenTelemetry say. Without them no part of OpenTelemetry is
 * loaded. An invalid variable is logged, and the product runs without traces.
 */
export async function openTracing(environment: Environment, log: Log): Promise<Tracing> {
  if (!isEnabled(environment)) return noTracing
  const protocol =
    environment.OTEL_EXPORTER_OTLP_TRACES_PROTOCOL ||
    environment.OTEL_EXPORTER_OTLP_PROTOCOL ||
    'http/protobuf'
  if (protocol !== 'http/protobuf' && protocol !== 'http/json') {
    log.warn(
      `OTEL_EXPORTER_OTLP_PROTOCOL must be http/protobuf or http/json, not ${protocol}: tracing is off`,
    )
    return noTracing
  }
  const otel = await loadOpenTelemetry(protocol)
  forwardDiagnostics(otel, log)
  otel.api.context.setGlobalContextManager(new otel.AsyncLocalStorageContextManager().enable())
  const provider = createProvider(otel, environment, log)
  return createTracing(otel, provider, log)
}

function isEnabled(environment: Environment): boolean {
  if (environment.OTEL_SDK_DISABLED?.toLowerCase() === 'true') return false
  const exporters = environment.OTEL_TRACES_EXPORTER?.split(',').map((name) => name.trim())
  if (exporters) return exporters.includes('otlp')
  return Boolean(environment.OTEL_EXPORTER_OTLP_ENDPOINT || environment.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT)
}

async function loadOpenTelemetry(protocol: Protocol) {
  const [contextManagers, sdk, resources, core, api, exporters] = await Promise.all([
    import('@opentelemetry/context-async-hooks'),
    import('@opentelemetry/sdk-trace'),
    import('@opentelemetry/resources'),
    import('@opentelemetry/core'),
    import('@opentelemetry/api'),
    protocol === 'http/json'
      ? import('@opentelemetry/exporter-trace-otlp-http')
      : import('@opentelemetry/exporter-trace-otlp-proto'),
  ])
  return {
    AsyncLocalStorageContextManager: contextManagers.AsyncLocalStorageContextManager,
    sdk,
    resources,
    propagator: new core.W3CTraceContextPropagator(),
    api,
    OTLPTraceExporter: exporters.OTLPTraceExporter,
  }
}

function forwardDiagnostics({ api: { diag, DiagLogLevel } }: OpenTelemetry, log: Log): void {
  const warn = (message: string) => log.warn({ detail: message }, 'OpenTelemetry warning')
  diag.setLogger(
    { error: warn, warn, info() {}, debug() {}, verbose() {} },
    { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
  )
}

function createProvider(
  { sdk, resources, OTLPTraceExporter }: OpenTelemetry,
  environment: Environment,
  log: Log,
) {
  const { detectResources, defaultResource, envDetector, resourceFromAttributes, serviceInstanceIdDetector } =
    resources
  return new sdk.TracerProvider({
    resource: defaultResource()
      .merge(resourceFromAttributes({ 'service.name': 'aichat' }))
      .merge(detectResources({ detectors: [serviceInstanceIdDetector, envDetector] })),
    sampler: createSampler(sdk, environment, log),
    spanProcessors: [new sdk.BatchSpanProcessor({ exporter: new OTLPTraceExporter() })],
  })
}

function createTracing(otel: OpenTelemetry, provider: ReturnType<typeof createProvider>, log: Log): Tracing {
  const { context, ROOT_CONTEXT, SpanKind, trace, TraceFlags } = otel.api
  const tracer = provider.getTracer('aichat')
  const kinds = { server: SpanKind.SERVER, consumer: SpanKind.CONSUMER }
  const run = <T>(name: string, options: RunOptions, parent: Context, work: () => Promise<T>) =>
    runInSpan(otel, tracer, { name, options, parent }, work)
  return {
    isOn: true,
    startTrace: (kind, name, attributes, work) =>
      run(name, { kind: kinds[kind], attributes }, ROOT_CONTEXT, work),
    traceCall: (name, attributes, work) =>
      trace.getActiveSpan()
        ? run(name, { kind: SpanKind.CLIENT, attributes }, context.active(), work)
        : work(),
    traceBatch(name, attributes, waiting, work) {
      const sampled = waiting.filter(
        (span): span is SpanContext => span !== null && (span.traceFlags & TraceFlags.SAMPLED) !== 0,
      )
      const [first, ...others] = sampled
      if (!first) return work()
      const links = others.slice(0, maxLinks).map((span): Link => ({ context: span }))
      const parent = trace.setSpanContext(ROOT_CONTEXT, first)
      return run(name, { kind: SpanKind.INTERNAL, attributes, links }, parent, work)
    },
    startSpan: (kind, name, attributes, headers) =>
      startSpan(otel, tracer, { kind, name, attributes, headers }),
    currentSpan: () => trace.getActiveSpan()?.spanContext() ?? null,
    logFields() {
      const current = trace.getActiveSpan()?.spanContext()
      return current ? { trace_id: current.traceId, span_id: current.spanId } : {}
    },
    // The process must end although the collector does not answer.
    async close() {
      const timeout = new Promise<never>((_, reject) => {
        setTimeout(() => reject(new Error('The collector does not answer')), closeTimeoutMs).unref()
      })
      await Promise.race([provider.shutdown(), timeout]).catch((error) =>
        log.warn({ err: error }, 'failed to export the last traces'),
      )
    },
  }
}

function runInSpan<T>(
  otel: OpenTelemetry,
  tracer: Tracer,
  { name, options, parent }: { name: string; options: RunOptions; parent: Context },
  work: () => Promise<T>,
): Promise<T> {
  return tracer.startActiveSpan(name, options, parent, async (span) => {
    try {
      return await work()
    } catch (error) {
      recordError(otel, span, error)
      throw error
    } finally {
      span.end()
    }
  })
}

type SpanOptions = { kind: 'server' | 'client'; name: string; attributes: Attributes; headers?: object }

function startSpan(otel: OpenTelemetry, tracer: Tracer, options: SpanOptions): Span {
  const { context, ROOT_CONTEXT, SpanKind, trace } = otel.api
  const { kind, name, attributes, headers } = options
  const parent = headers
    ? otel.propagator.extract(ROOT_CONTEXT, headers, {
        get: getHeader,
        keys: (carrier) => Object.keys(carrier),
      })
    : context.active()
  const spanKind = kind === 'server' ? SpanKind.SERVER : SpanKind.CLIENT
  const span = tracer.startSpan(name, { kind: spanKind, attributes }, parent)
  const spanContext = trace.setSpan(parent, span)
  return {
    run: (work) => context.with(spanContext, work),
    setAttributes: (more) => void span.setAttributes(more),
    recordError: (error) => recordError(otel, span, error),
    end: () => span.end(),
  }
}

/** A refusal is an expected answer, not an error. */
function recordError({ api }: OpenTelemetry, span: OtelSpan, error: unknown): void {
  if (error instanceof Refusal) span.setAttribute('aichat.refusal', error.code)
  else span.setStatus({ code: api.SpanStatusCode.ERROR }).setAttribute('error.type', getErrorType(error))
}

type Sdk = typeof import('@opentelemetry/sdk-trace')

/** Follows OTEL_TRACES_SAMPLER and its argument. By default every trace is sampled unless its caller excludes it. */
function createSampler(sdk: Sdk, environment: Environment, log: Log) {
  const { OTEL_TRACES_SAMPLER: name = 'parentbased_always_on', OTEL_TRACES_SAMPLER_ARG: argument } =
    environment
  const roots: Record<string, () => Sampler> = {
    always_on: () => new sdk.AlwaysOnSampler(),
    always_off: () => new sdk.AlwaysOffSampler(),
    traceidratio: () => new sdk.TraceIdRatioBasedSampler(parseRatio(argument, log)),
  }
  const root = roots[name.replace(/^parentbased_/, '')]
  if (!root) {
    const names = Object.keys(roots).join(', ')
    log.warn(`OTEL_TRACES_SAMPLER must be one of ${names}, optionally after parentbased_, not "${name}"`)
    return new sdk.ParentBasedSampler({ root: new sdk.AlwaysOnSampler() })
  }
  return name.startsWith('parentbased_') ? new sdk.ParentBasedSampler({ root: root() }) : root()
}

function parseRatio(argument: string | undefined, log: Log): number {
  const ratio = Number(argument || 1)
  if (ratio >= 0 && ratio <= 1) return ratio
  log.warn(`OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1, not "${argument}"`)
  return 1
}

/** A code or class name only: the message of an error may contain what a person wrote. */
function getErrorType(error: unknown): string {
  const { code, name } = error as { code?: unknown; name?: unknown }
  return (
    [code, name].find((word): word is string => typeof word === 'string' && /^\w{1,40}$/.test(word)) ??
    'Error'
  )
}

function getHeader(carrier: object, key: string): string | undefined {
  const value = (carrier as Record<string, unknown>)[key]
  return typeof value === 'string' ? value : undefined
}
