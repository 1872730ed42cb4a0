cask "shoal" do
  arch arm: "arm64", intel: "x86_64"

  version "@VERSION@"
  sha256 arm:   "@SHA256 shoal-*-macos-arm64.dmg@",
         intel: "@SHA256 shoal-*-macos-x86_64.dmg@"

  url "@HOME@/releases/download/v#{version}/shoal-#{version}-macos-#{arch}.dmg"
  name "Shoal"
  desc "Card and board games with the people on your network, without a server"
  homepage "@HOME@"

  depends_on macos: :ventura

  app "Shoal.app"
  binary "#{appdir}/Shoal.app/Contents/MacOS/shoal"

  zap trash: "~/Library/Application Support/shoal"
end
