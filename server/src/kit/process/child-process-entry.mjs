// Plain JavaScript: Node 20 cannot load TypeScript, and this file also runs from the source tree.
const maxInputBytes = 12_000_000

process.once('disconnect', () => process.exit(1))
process.once('message', async ({ module, name, argument, hasInput }) => {
  const message = await run(module, name, argument, hasInput).then(
    (result) => ({ result }),
    (error) => ({ error: error instanceof Error ? error.message : String(error) }),
  )
  process.send(message, () => process.exit(0))
})

async function run(module, name, argument, hasInput) {
  const exported = await import(module)
  return exported[name](argument, hasInput ? await readInput() : undefined)
}

async function readInput() {
  const parts = []
  let bytes = 0
  for await (const part of process.stdin) {
    bytes += part.length
    if (bytes > maxInputBytes) throw new Error('The input is too large')
    parts.push(part)
  }
  return new Uint8Array(Buffer.concat(parts))
}
