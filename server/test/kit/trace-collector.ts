import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

export type Span = {
  traceId: string
  spanId: string
  parentSpanId: string
  name: string
  attributes: Record<string, string>
  /** The ids of linked traces. */
  links: string[]
  status: number
  resource: Record<string, string>
}

/** Starts a server that receives OpenTelemetry traces in both formats and records the raw bytes. */
export async function startTraceCollector() {
  const spans: Span[] = []
  const requests: { path: string; type: string; headers: object; body: Buffer }[] = []
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part) => parts.push(part))
    request.on('end', () => {
      const body = Buffer.concat(parts)
      const type = request.headers['content-type'] ?? ''
      requests.push({ path: request.url ?? '', type, headers: request.headers, body })
      spans.push(...(type === 'application/json' ? fromJson(body) : fromProtobuf(body)))
      response.writeHead(200, { 'content-type': type }).end(type === 'application/json' ? '{}' : '')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, spans, requests }
}

type JsonAttributes = { key: string; value: Record<string, unknown> }[]

function fromJson(body: Buffer): Span[] {
  const named = (attributes: JsonAttributes = []) =>
    Object.fromEntries(attributes.map(({ key, value }) => [key, String(Object.values(value)[0])]))
  // biome-ignore lint/suspicious/noExplicitAny: untyped JSON
  return JSON.parse(body.toString()).resourceSpans.flatMap(({ resource, scopeSpans }: any) =>
    // biome-ignore lint/suspicious/noExplicitAny: untyped JSON
    scopeSpans.flatMap(({ spans }: any) =>
      // biome-ignore lint/suspicious/noExplicitAny: untyped JSON
      spans.map((span: any) => ({
        ...span,
        parentSpanId: span.parentSpanId ?? '',
        attributes: named(span.attributes),
        links: span.links.map(({ traceId }: { traceId: string }) => traceId),
        status: span.status.code,
        resource: named(resource.attributes),
      })),
    ),
  )
}

/** Decodes the field numbers of opentelemetry/proto/collector/trace/v1 and trace/v1. */
function fromProtobuf(body: Buffer): Span[] {
  return all(body, 1).flatMap((resourceSpans) => {
    const resource = named(all(all(resourceSpans, 1)[0] as Buffer, 1))
    const spans = all(resourceSpans, 2).flatMap((scopeSpans) => all(scopeSpans, 2))
    return spans.map((span) => ({
      traceId: hex(all(span, 1)[0]),
      spanId: hex(all(span, 2)[0]),
      parentSpanId: hex(all(span, 4)[0]),
      name: String(all(span, 5)[0]),
      attributes: named(all(span, 9)),
      links: all(span, 13).map((link) => hex(all(link, 1)[0])),
      status: Number(all(all(span, 15)[0] ?? Buffer.alloc(0), 3)[0] ?? 0),
      resource,
    }))
  })
}

function named(attributes: Buffer[]): Record<string, string> {
  const textOf = (value: Buffer) => String([1, 2, 3].flatMap((field) => all(value, field))[0])
  return Object.fromEntries(
    attributes.map((attribute) => [String(all(attribute, 1)[0]), textOf(all(attribute, 2)[0] as Buffer)]),
  )
}

function hex(bytes: Buffer | undefined): string {
  return bytes?.toString('hex') ?? ''
}

/** Every value of one field of a message. Numbers are returned as decimal text. */
function all(message: Buffer, wanted: number): Buffer[] {
  const found: Buffer[] = []
  let offset = 0
  const varint = () => {
    let value = 0
    for (let shift = 0; ; shift += 7) {
      const byte = message[offset++] as number
      value += (byte & 127) * 2 ** shift
      if (byte < 128) return value
    }
  }
  while (offset < message.length) {
    const tag = varint()
    const kind = tag & 7
    const start = offset
    let value: Buffer
    if (kind === 0) value = Buffer.from(String(varint()))
    else {
      const length = kind === 2 ? varint() : kind === 1 ? 8 : 4
      value = message.subarray(offset, offset + length)
      offset += length
    }
    if (offset <= start) throw new Error('A field has no length')
    if (tag >>> 3 === wanted) found.push(value)
  }
  return found
}
