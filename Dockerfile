# The whole program in one image: pages, calls, feeds, background work and the embedded PostgreSQL (data in /data).
# docs/operating/container.md says how it is run; tools/try-image.mjs walks these steps without a container engine.
FROM node:24-bookworm-slim AS build
WORKDIR /app
# Stands in the built pages; the program is told again when it runs.
ARG PRODUCT_NAME=Flowprint
COPY . .
RUN npm ci --no-audit --no-fund
RUN npm run build

FROM node:24-bookworm-slim
WORKDIR /app
ENV NODE_ENV=production
ENV DATA_DIR=/data
ENV HOST=0.0.0.0
# Node runs the TypeScript as it is, but not inside node_modules: the workspace packages must stay links, as npm makes them.
COPY package.json package-lock.json .npmrc ./
COPY packages ./packages
COPY apps/server ./apps/server
COPY apps/web/package.json ./apps/web/
COPY e2e/package.json ./e2e/
RUN npm ci --omit=dev --workspace=@flowprint/server --no-audit --no-fund
COPY --from=build /app/apps/web/dist ./apps/web/dist
RUN mkdir -p /data && chown node:node /data
# PostgreSQL refuses to run as root.
USER node
VOLUME /data
EXPOSE 8080
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s CMD ["node", "-e", "fetch('http://127.0.0.1:' + (process.env.PORT || 8080) + '/api/ready').then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "apps/server/src/main.ts"]
