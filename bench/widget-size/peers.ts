/**
 * Bytes after gzip that other chats load, measured on 2026-11-21 from their builds and packages: the files that a chat
 * needs before a visitor can write.
 */
export const peers = [
  { name: 'Tiledesk web widget 5.2.3: launch.js and initial', gzip: 684_934 },
  { name: '@n8n/chat 1.37.0: bundle, static imports, css', gzip: 610_696 },
  { name: 'Chatwoot 4.14.2: sdk.js and frame, on every page view', gzip: 456_038 },
  { name: 'flowise-embed 3.1.6: web.js', gzip: 285_664 },
  { name: 'LiveHelperChat (2026-08): wrapper, vendor, app, css', gzip: 238_405 },
  { name: 'AnythingLLM embed (2026-08): js and css', gzip: 217_994 },
  { name: '@typebot.io/js 0.10.7: web.js', gzip: 197_512 },
  { name: 'Papercups chat-widget 1.3.1 with React 17, host part', gzip: 125_996 },
  { name: 'deep-chat 2.4.2: the component, without a connection', gzip: 111_242 },
] as const
