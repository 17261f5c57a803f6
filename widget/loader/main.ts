import { installCommands, isInstalled } from './commands.ts'
import { fetchConfig } from './config.ts'
import { ownScript } from './own-script.ts'
import { createWidget } from './widget.ts'

// A stranger's page must not notice when something here goes wrong.
try {
  begin()
} catch {}

function begin() {
  const script = ownScript()
  const publicKey = script?.getAttribute('data-key')
  if (!script || !publicKey || isInstalled()) return
  const { origin } = new URL(script.src)
  const connect = installCommands()
  const draw = () => {
    fetchConfig(origin, publicKey)
      .then((config) => connect(createWidget(origin, publicKey, config)))
      // Not published, not reachable or not understood: the page stays as it is.
      .catch(() => {})
  }
  if (document.readyState === 'complete') draw()
  else window.addEventListener('load', draw)
}
