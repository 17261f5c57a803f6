import { listModels } from './list-models.ts'

/** Default ports of Ollama, LM Studio, vLLM and llama.cpp. */
const modelPorts = new Set(['11434', '1234', '8000', '8080'])
const timeoutMs = 1500

/** Model servers among the addresses that the operator allows (`host:port`), which answer with a list of models. */
export async function findLocalServers(
  allowed: string[],
  send: typeof fetch,
): Promise<{ baseUrl: string; models: string[] }[]> {
  const addresses = allowed.filter((one) => modelPorts.has(one.slice(one.lastIndexOf(':') + 1)))
  const found = await Promise.all(
    addresses.map((address) =>
      listModels({ baseUrl: `http://${address}/v1`, apiKey: null }, send, timeoutMs).catch(() => null),
    ),
  )
  return found.flatMap((one) =>
    one && one.models.length > 0 ? [{ baseUrl: one.baseUrl, models: one.models }] : [],
  )
}
