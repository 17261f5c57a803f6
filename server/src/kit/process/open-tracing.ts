import type { Attributes, Context, Link, Span } from '@opentelemetry/api'
import type { Sampler } from '@opentelemetry/sdk-trace'
import { Refusal } from '../http/refusal.ts'
import type { Log } from './log.ts'
import { noTracing, type Tracing } from './tracing.ts'

type Environment = Record<string, string | undefined>

const mostLinks = 100
const closeWithinMs = 3000

/**
 * Sends traces where the standard variables of OpenTelemetry say. Without them nothing of it is loaded, and nothing is
 * measured. Whatever is wrong with them is logged, and the product runs without traces.
 */
export async function openTracing(environment: Environment, log: Log): Promise<Tracing> {
  if (!isWanted(environment)) return noTracing
  const protocol =
    environment.OTEL_EXPORTER_OTLP_TRACES_PROTOCOL ||
    environment.OTEL_EXPORTER_OTLP_PROTOCOL ||
    'http/protobuf'
  if (protocol !== 'http/protobuf' && protocol !== 'http/json') {
    log.warn(`Traces are sent as http/protobuf or http/json, not as ${protocol}: none are sent`)
    return noTracing
  }
  const [{ AsyncLocalStorageContextManager }, sdk, resources, { W3CTraceContextPropagator }, api, exporters] =
    await Promise.all([
      import('@opentelemetry/context-async-hooks'),
      import('@opentelemetry/sdk-trace'),
      import('@opentelemetry/resources'),
      import('@opentelemetry/core'),
      import('@opentelemetry/api'),
      protocol === 'http/json'
        ? import('@opentelemetry/exporter-trace-otlp-http')
        : import('@opentelemetry/exporter-trace-otlp-proto'),
    ])
  const { context, diag, DiagLogLevel, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace, TraceFlags } = api
  const warn = (message: string) => log.warn({ about: message }, 'traces')
  diag.setLogger(
    { error: warn, warn, info() {}, debug() {}, verbose() {} },
    { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
  )
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  const { detectResources, defaultResource, envDetector, resourceFromAttributes, serviceInstanceIdDetector } =
    resources
  const provider = new sdk.TracerProvider({
    resource: defaultResource()
      .merge(resourceFromAttributes({ 'service.name': 'aichat' }))
      .merge(detectResources({ detectors: [serviceInstanceIdDetector, envDetector] })),
    sampler: samplerOf(sdk, environment, log),
    spanProcessors: [new sdk.BatchSpanProcessor({ exporter: new exporters.OTLPTraceExporter() })],
  })
  const tracer = provider.getTracer('aichat')
  const propagator = new W3CTraceContextPropagator()
  const kinds = { server: SpanKind.SERVER, consumer: SpanKind.CONSUMER, client: SpanKind.CLIENT }

  function fail(span: Span, error: unknown): void {
    // A refusal is an answer.
    if (error instanceof Refusal) span.setAttribute('aichat.refusal', error.code)
    else span.setStatus({ code: SpanStatusCode.ERROR }).setAttribute('error.type', typeOf(error))
  }

  function run<T>(
    name: string,
    options: { kind: number; attributes: Attributes; links?: Link[] },
    parent: Context,
    work: () => Promise<T>,
  ): Promise<T> {
    return tracer.startActiveSpan(name, options, parent, async (span) => {
      try {
        return await work()
      } catch (error) {
        fail(span, error)
        throw error
      } finally {
        span.end()
      }
    })
  }

  return {
    isOn: true,
    root: (kind, name, attributes, work) => run(name, { kind: kinds[kind], attributes }, ROOT_CONTEXT, work),
    call: (name, attributes, work) =>
      trace.getActiveSpan()
        ? run(name, { kind: SpanKind.CLIENT, attributes }, context.active(), work)
        : work(),
    together(name, attributes, places, work) {
      const [first, ...others] = places.filter((place) => place && place.traceFlags & TraceFlags.SAMPLED)
      if (!first) return work()
      const links = others.slice(0, mostLinks).map((place): Link => ({ context: place as Link['context'] }))
      const parent = trace.setSpanContext(ROOT_CONTEXT, first)
      return run(name, { kind: SpanKind.INTERNAL, attributes, links }, parent, work)
    },
    begin(kind, name, attributes, headers) {
      const parent = headers
        ? propagator.extract(ROOT_CONTEXT, headers, {
            get: headerOf,
            keys: (carrier) => Object.keys(carrier),
          })
        : context.active()
      const span = tracer.startSpan(name, { kind: kinds[kind], attributes }, parent)
      const inside = trace.setSpan(parent, span)
      return {
        within: (work) => context.with(inside, work),
        note: (about) => void span.setAttributes(about),
        fail: (error) => fail(span, error),
        end: () => span.end(),
      }
    },
    here: () => trace.getActiveSpan()?.spanContext() ?? null,
    ids() {
      const here = trace.getActiveSpan()?.spanContext()
      return here ? { trace_id: here.traceId, span_id: here.spanId } : {}
    },
    // A collector that is away holds nobody back.
    async close() {
      const late = new Promise<never>((_, reject) => {
        setTimeout(() => reject(new Error('The collector does not answer')), closeWithinMs).unref()
      })
      await Promise.race([provider.shutdown(), late]).catch((error) =>
        log.warn({ err: error }, 'the last traces were not sent'),
      )
    },
  }
}

function isWanted(environment: Environment): boolean {
  if (environment.OTEL_SDK_DISABLED?.toLowerCase() === 'true') return false
  const exporters = environment.OTEL_TRACES_EXPORTER?.split(',').map((name) => name.trim())
  if (exporters) return exporters.includes('otlp')
  return Boolean(environment.OTEL_EXPORTER_OTLP_ENDPOINT || environment.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT)
}

type Sdk = typeof import('@opentelemetry/sdk-trace')

/** By OTEL_TRACES_SAMPLER and its argument; everything that its caller does not exclude, where they say nothing. */
function samplerOf(sdk: Sdk, environment: Environment, log: Log) {
  const { OTEL_TRACES_SAMPLER: name = 'parentbased_always_on', OTEL_TRACES_SAMPLER_ARG: argument } =
    environment
  const roots: Record<string, () => Sampler> = {
    always_on: () => new sdk.AlwaysOnSampler(),
    always_off: () => new sdk.AlwaysOffSampler(),
    traceidratio: () => new sdk.TraceIdRatioBasedSampler(ratioOf(argument, log)),
  }
  const root = roots[name.replace(/^parentbased_/, '')]
  if (!root) {
    log.warn(`OTEL_TRACES_SAMPLER knows ${Object.keys(roots)}, each also after parentbased_, not "${name}"`)
    return new sdk.ParentBasedSampler({ root: new sdk.AlwaysOnSampler() })
  }
  return name.startsWith('parentbased_') ? new sdk.ParentBasedSampler({ root: root() }) : root()
}

function ratioOf(argument: string | undefined, log: Log): number {
  const ratio = Number(argument || 1)
  if (ratio >= 0 && ratio <= 1) return ratio
  log.warn(`OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1, not "${argument}"`)
  return 1
}

/** What went wrong, in a word of a program: what it says may hold somebody's words. */
function typeOf(error: unknown): string {
  const { code, name } = error as { code?: unknown; name?: unknown }
  return (
    [code, name].find((word): word is string => typeof word === 'string' && /^\w{1,40}$/.test(word)) ??
    'Error'
  )
}

function headerOf(carrier: object, key: string): string | undefined {
  const value = (carrier as Record<string, unknown>)[key]
  return typeof value === 'string' ? value : undefined
}
