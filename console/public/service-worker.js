// Shows push notifications, also while no tab of the console is open. It caches nothing and handles no requests.

self.addEventListener('push', (event) => event.waitUntil(show(event.data.json())))

/** The content is `PushContent` of the contracts. */
async function show({ title, body, path, tag }) {
  const windows = await findWindows()
  const isInConsole = windows.some(({ focused }) => focused)
  // A test is sent from the console. Safari ends the subscription of a site that shows nothing.
  if (isInConsole && tag !== 'test' && !isSafari()) return
  await self.registration.showNotification(title, {
    body,
    tag,
    // An open tab has made a sound for the message already, except on Android, where tabs cannot show alerts.
    renotify: windows.length === 0 || /Android/.test(navigator.userAgent),
    icon: '/icons/icon-192.png',
    badge: '/icons/badge-96.png',
    data: { path },
  })
}

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(open(event.notification.data.path))
})

async function open(path) {
  const windows = await findWindows()
  const target = windows.find(({ focused }) => focused) ?? windows[0]
  if (!target) return self.clients.openWindow(path)
  return Promise.all([target.focus(), openIn(target, path)])
}

/** The console opens the path without a reload, which would lose drafts that are not stored yet. While it loads, it does not answer. */
async function openIn(target, path) {
  for (let attempt = 0; attempt < 20; attempt++) {
    const { port1, port2 } = new MessageChannel()
    const isOpened = new Promise((resolve) => {
      port1.onmessage = () => resolve(true)
      setTimeout(() => resolve(false), 500)
    })
    target.postMessage({ type: 'open', path }, [port2])
    if (await isOpened) return
  }
}

/** Tabs and windows of the console. The same origin also has the pages of the widget. */
async function findWindows() {
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  return windows.filter(
    ({ frameType, url }) => frameType === 'top-level' && !new URL(url).pathname.startsWith('/widgets/'),
  )
}

function isSafari() {
  return /AppleWebKit/.test(navigator.userAgent) && !/Chrom/.test(navigator.userAgent)
}
