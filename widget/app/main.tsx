import './app.css'
import { getFileUrl } from './kit/file-url.ts'
import { runFrame } from './run-frame.tsx'

// Exports for the parts that are loaded later, see `build.mjs`.
// biome-ignore lint/performance/noBarrelFile: the entry point of the bundle exports what its lazy parts import
export { createElement, render } from 'preact'
export { useCallback, useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from 'react'
export { Fragment, jsx, jsxs } from 'react/jsx-runtime'
export { RichText, SafeLink } from './kit/RichText.tsx'
export { words } from './kit/words.ts'

const { mode, key } = document.body.dataset
// Visitors of websites do not load the code of the console's preview and of links to a conversation.
if (mode !== 'frame') void import(getFileUrl(`${mode}-bundle.js`))
else if (key) runFrame(document.getElementById('chat')!, key)
