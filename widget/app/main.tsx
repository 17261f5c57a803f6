import './app.css'
import { getFileUrl } from './file-url.ts'
import { runFrame } from './run-frame.tsx'

const { mode, key } = document.body.dataset
// Visitors do not load the code of the console's preview.
if (mode === 'preview') void import(getFileUrl('preview-bundle.js'))
else if (key) runFrame(document.getElementById('chat')!, key)
