# Builds a release (scripts/release.mjs) and copies it into an image with an unprivileged user who may write to /data only.
FROM node:24.21.0-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY contracts/package.json contracts/
COPY server/package.json server/
COPY console/package.json console/
COPY widget/package.json widget/
COPY scripts/install.mjs scripts/
RUN node -e "import('./scripts/install.mjs').then(({ install }) => install())"
COPY . .
RUN node scripts/release.mjs --folder /release

FROM node:24.21.0-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 WORKER_PORT=3100 DATA_DIR=/data
WORKDIR /app
COPY --from=build /release ./
RUN install -d -o node -g node -m 700 /data
USER node
VOLUME /data
EXPOSE 3000 3100
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s CMD ["node", "deploy/healthcheck.mjs"]
CMD ["node", "server/dist/main.js"]
