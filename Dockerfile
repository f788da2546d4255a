# syntax=docker/dockerfile:1

# Builds the package of the service, including the plugin.
FROM node:24-trixie-slim AS package
WORKDIR /src
COPY . .
RUN npm ci --ignore-scripts && npm run --silent package

# Installs it without compiling anything or running install scripts.
FROM node:24-trixie-slim AS install
COPY --from=package /src/altscribe-*.tgz /tmp/
RUN npm install --global --omit=dev --ignore-scripts --no-audit --no-fund /tmp/altscribe-*.tgz

FROM node:24-trixie-slim
# The words in SVGs are drawn with the machine's fonts. For scripts that these lack: fonts-noto-core.
RUN apt-get update \
  && apt-get install --yes --no-install-recommends fontconfig-config fonts-dejavu-core \
  && rm -rf /var/lib/apt/lists/*
RUN groupadd --gid 10001 altscribe \
  && useradd --uid 10001 --gid altscribe --no-create-home --shell /usr/sbin/nologin altscribe \
  && install --directory --owner=altscribe --group=altscribe --mode=0700 /var/lib/altscribe
COPY --from=install /usr/local/lib/node_modules/altscribe /usr/local/lib/node_modules/altscribe
RUN ln -s ../lib/node_modules/altscribe/build/service/cli/altscribe.cjs /usr/local/bin/altscribe
ENV MALLOC_ARENA_MAX=2 NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/var/lib/altscribe
# Numeric, so Kubernetes can verify that it is not root.
USER 10001:10001
WORKDIR /var/lib/altscribe
VOLUME /var/lib/altscribe
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s CMD ["altscribe", "health"]
CMD ["altscribe", "serve"]
