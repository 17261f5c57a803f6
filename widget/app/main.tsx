import './app.css'
import { runFrame } from './run-frame.tsx'
import { runPreview } from './run-preview.tsx'

const root = document.getElementById('chat')!
const { mode, key } = document.body.dataset
if (mode === 'preview') runPreview(root)
else if (key) runFrame(root, key)
